import { expect, test } from "vitest";
import { changeInWords, centsTyped, quickSums } from "./cash";

test.each([
  [1240, [1240, 1500, 2000, 5000]],
  [320, [320, 500, 1000, 2000, 5000]],
  [1820, [1820, 2000, 5000]],
  [2000, [2000, 5000]],
  [5001, [5001, 5500, 6000, 10_000]],
  [13_100, [13_100, 13_500, 14_000, 15_000]],
  [10_000, [10_000]],
  [0, [0]],
])("for %i cents people hand over the exact sum, or notes of 5, 10, 20 and 50 alone", (dueCents, sums) => {
  expect(quickSums(dueCents)).toEqual(sums);
});

test.each([
  ["20", 2000],
  [" 12.4 ", 1240],
  ["12.40", 1240],
  ["19.99", 1999],
  ["0", 0],
  ["100000", 10_000_000],
  ["100000.01", null],
  ["12,40", 1240],
  ["12,4", 1240],
  ["1,234.50", null],
  ["12,4,0", null],
  ["1.234", null],
  ["-5", null],
  ["1e3", null],
  ["", null],
  ["twenty", null],
])("a typed sum is read as the server reads it: %s", (text, cents) => {
  expect(centsTyped(text)).toBe(cents);
});

test.each([
  ["20", "Change: $7.60"],
  ["12.40", "Change: $0.00"],
  ["12", "$0.40 is missing."],
  ["12,50", "Change: $0.10"],
  ["1000", "Change: $987.60"],
  ["", ""],
  ["twenty", "A sum is written as 20 or 12.40."],
])("the change for $12.40 is said as soon as the sum is typed: %s", (text, sentence) => {
  expect(changeInWords(1240, text)).toBe(sentence);
});
