import { expect, test } from "vitest";
import { completed } from "./fields-schema";

test.each([
  ["12", "12.00"],
  ["12.", "12.00"],
  ["3.5", "3.50"],
  ["3,5", "3.50"],
  [" 7 ", "7.00"],
  ["3.50", "3.50"],
])("%j is completed to %j", (typed, whole) => {
  expect(completed(typed)).toBe(whole);
});

test.each(["", "abc", "1.234", "-1", "1e3"])("%j is left for the check to refuse", (typed) => {
  expect(completed(typed)).toBe(typed);
});
