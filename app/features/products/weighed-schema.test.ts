import { expect, test } from "vitest";
import { dueFor, isFarFrom, lessDiscount, mostOf, readWeight, weightInWords } from "./weighed-schema";

test("a weight is read as scales show it and people type it", () => {
  const grams = (text: string) => readWeight(text, "kg");
  expect(["2840", "2840 g", "2.84", "2,84", "2,840", "2.840 kg", "2.84kg.", "٢٨٤٠"].map(grams)).toEqual(
    Array(8).fill(2840),
  );
  expect([readWeight("6.25", "lb"), readWeight("100 oz", "lb"), readWeight("6", "lb")]).toEqual([6250, 6250, 6000]);
});

test("a text that is no weight is refused with a sentence", () => {
  for (const text of ["", "-3", "2.8.4", "about 3", "3 pieces", "1e3", "0", "0.0001"])
    expect([text, typeof readWeight(text, "kg")]).toEqual([text, "string"]);
  expect(readWeight("1001 kg", "kg")).toBe("A piece can weigh at most 1000 kg.");
});

test("a piece costs at most its usual weight and the margin; what it weighs is rounded half up once a line", () => {
  expect(mostOf({ unitPriceCents: 280, marginPercent: 10 }, { amount: 3, unit: "kg" })).toBe(924);
  expect(mostOf({ unitPriceCents: 280, marginPercent: 0 }, { amount: 3000, unit: "g" })).toBe(840);
  expect(mostOf({ unitPriceCents: 1299, marginPercent: 25 }, { amount: 8, unit: "oz" })).toBe(812);
  // 2,845 g at 2.80 a kilo cost 7.966, and 125 g at 1.00 cost 0.125.
  expect([dueFor([2845], 280, 924), dueFor([125], 100, 924), dueFor([1422, 1423], 280, 924)]).toEqual([797, 13, 797]);
  expect(dueFor([5000], 280, 924)).toBe(924);
});

test("a price less a discount is rounded half up, and where that leaves nothing it is a cent", () => {
  expect([lessDiscount(1, 50), lessDiscount(150, 99), lessDiscount(149, 99)]).toEqual([1, 2, 1]);
  expect([lessDiscount(1, 51), lessDiscount(1, 99), lessDiscount(49, 99)]).toEqual([1, 1, 1]);
});

test("a digit too few or too many is far from the usual weight", () => {
  expect([284, 1499, 1500, 6000, 6001, 28400].map((milli) => isFarFrom(3000, milli))).toEqual([
    true,
    true,
    false,
    false,
    true,
    true,
  ]);
  expect([weightInWords(284, "kg"), weightInWords(2840, "kg"), weightInWords(500, "lb")]).toEqual([
    "284\u00a0g",
    "2.84\u00a0kg",
    "0.5\u00a0lb",
  ]);
});
