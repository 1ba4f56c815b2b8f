import { expect, test } from "vitest";
import {
  contentColumns,
  contentInWords,
  contentsOf,
  isDrainedWithin,
  netContent,
  typedContent,
  typedDrained,
  unitPriceOf,
} from "./net-content-schema";

const read = (text: string) => typedContent.parse(text);
const refusal = (text: string) => typedContent.safeParse(text).error?.issues[0]?.message;

test.each([
  ["500 g", { amount: 500, unit: "g" }],
  ["500g", { amount: 500, unit: "g" }],
  ["1,5 kg", { amount: 1.5, unit: "kg" }],
  ["0,125 kg", { amount: 0.125, unit: "kg" }],
  ["75 cl", { amount: 75, unit: "cl" }],
  ["1 Litre", { amount: 1, unit: "l" }],
  ["12 pieces", { amount: 12, unit: "piece" }],
  ["16 fl. oz", { amount: 16, unit: "fl oz" }],
  ["2 lbs", { amount: 2, unit: "lb" }],
  ["٥٠٠ g", { amount: 500, unit: "g" }],
  ["  ", null],
])("%j is read as a content", (text, content) => {
  expect(read(text)).toEqual(content);
});

test.each([
  ["500", "Write an amount and a unit, such as 500 g, 1.5 kg, 75 cl or 12 pieces."],
  ["a handful", "Write an amount and a unit, such as 500 g, 1.5 kg, 75 cl or 12 pieces."],
  ["-3 kg", "Write an amount and a unit, such as 500 g, 1.5 kg, 75 cl or 12 pieces."],
  ["1.2.3 kg", "Write an amount and a unit, such as 500 g, 1.5 kg, 75 cl or 12 pieces."],
  ["0 g", "An amount is more than 0 and has at most three decimals."],
  ["1.2345 kg", "An amount is more than 0 and has at most three decimals."],
  ["1000001 g", "This can be at most 1000000."],
  ["1,500 g", "Write 1500 g or 1.500 g, whichever it is."],
])("%j is refused with a sentence", (text, message) => {
  expect(refusal(text)).toBe(message);
});

test("a drained weight is a weight, and at most the net content", () => {
  expect(typedDrained.safeParse("20 cl").error?.issues[0]?.message).toBe(
    "A drained weight is in g or kg, such as 240 g.",
  );
  expect(isDrainedWithin({ amount: 0.4, unit: "kg" }, { amount: 240, unit: "g" })).toBe(true);
  expect(isDrainedWithin({ amount: 0.2, unit: "kg" }, { amount: 240, unit: "g" })).toBe(false);
  expect(isDrainedWithin({ amount: 370, unit: "ml" }, { amount: 500, unit: "g" })).toBe(true);
});

const price = (text: string, cents: number, system: "metric" | "us" = "metric", drained = "") =>
  unitPriceOf({ content: read(text), drained: read(drained) }, { priceCents: cents, amountCents: cents }, system);

test.each([
  ["500 g", 320, { amount: 6.4, per: "kg" }],
  ["1.5 kg", 486, { amount: 3.24, per: "kg" }],
  ["251 g", 251, { amount: 10, per: "kg" }],
  ["250 g", 525, { amount: 2.1, per: "100 g" }],
  ["220 g", 495, { amount: 2.25, per: "100 g" }],
  ["50 cl", 1450, { amount: 29, per: "l" }],
  ["250 ml", 100, { amount: 0.4, per: "100 ml" }],
  ["12 pieces", 580, { amount: 0.48, per: "piece" }],
  ["8 pieces", 101, { amount: 0.13, per: "piece" }],
])("%s for %i cents says the price of a unit", (text, cents, expected) => {
  expect(price(text, cents)).toEqual(expected);
});

test("in US units the price is per pound, ounce and fluid ounce", () => {
  expect(price("2 lb", 500, "us")).toEqual({ amount: 2.5, per: "lb" });
  expect(price("8 oz", 400, "us")).toEqual({ amount: 0.5, per: "oz" });
  expect(price("9 oz", 900, "us")).toEqual({ amount: 16, per: "lb" });
  expect(price("1 gal", 1280, "us")).toEqual({ amount: 0.1, per: "fl oz" });
  expect(price("1 kg", 1000, "us")).toEqual({ amount: 4.54, per: "lb" });
});

test("the price of a unit is that of the drained weight, and of what is paid", () => {
  expect(price("400 g", 240, "metric", "240 g")).toEqual({ amount: 1, per: "100 g" });
  expect(
    unitPriceOf({ content: read("500 g"), drained: null }, { priceCents: 500, amountCents: 1000 }, "metric"),
  ).toEqual({ amount: 10, before: 20, per: "kg" });
  expect(price("1000000 piece", 1)).toBeUndefined();
  expect(unitPriceOf({ content: null, drained: null }, { priceCents: 1, amountCents: 1 }, "metric")).toBeUndefined();
});

test("contents are stored in thousandths, and read back as they were", () => {
  const contents = { content: { amount: 0.125, unit: "kg" as const }, drained: { amount: 80, unit: "g" as const } };
  expect(contentColumns(contents)).toEqual({
    contentMilli: 125,
    contentUnit: "kg",
    drainedMilli: 80_000,
    drainedUnit: "g",
  });
  expect(contentsOf(contentColumns(contents))).toEqual(contents);
  expect(contentsOf(contentColumns({ content: null, drained: null }))).toEqual({ content: null, drained: null });
});

test("contents read well, and keep their unit beside them", () => {
  expect(contentInWords({ amount: 1.5, unit: "kg" })).toBe("1.5\u00a0kg");
  expect(contentInWords({ amount: 12, unit: "piece" })).toBe("12\u00a0pieces");
  expect(contentInWords({ amount: 1, unit: "piece" })).toBe("1\u00a0piece");
  expect(netContent.safeParse({ amount: 1, unit: "stone" }).success).toBe(false);
});
