import { expect, test } from "vitest";
import { newPrice } from "./new-price";

test("a price by per cent is rounded to the nearest step, and up where it lies in the middle", () => {
  expect(newPrice(1000, 5, "0.01")).toBe(1050);
  expect(newPrice(333, 10, "0.01")).toBe(366);
  expect(newPrice(335, 10, "0.01")).toBe(369);
  expect(newPrice(335, -10, "0.01")).toBe(302);
  expect(newPrice(340, 3, "0.05")).toBe(350);
  expect(newPrice(102, 2.5, "0.05")).toBe(105);
  expect(newPrice(325, 0.1, "0.50")).toBe(350);
  expect(newPrice(149, -1, "1.00")).toBe(100);
  expect(newPrice(99_999_999, 900, "0.01")).toBe(999_999_990);
});

test("no figure is lost on the way to a machine's fractions", () => {
  // As a floating-point number, 1.15 · 1.1 is 1.2649999999999999.
  expect(newPrice(115, 10, "0.01")).toBe(127);
  expect(newPrice(100_5, 10, "0.01")).toBe(1106);
});
