import { expect, test } from "vitest";
import { completed } from "./fields-schema";

test.each([
  ["12", "12.00"],
  ["12.", "12.00"],
  ["3.5", "3.50"],
  ["3,5", "3.50"],
  [" 7 ", "7.00"],
  ["3.50", "3.50"],
])("%j is completed to %j", (text, whole) => {
  expect(completed(text)).toBe(whole);
});

test.each(["", "abc", "1.234", "-1", "1e3"])("%j is left for the check to refuse", (text) => {
  expect(completed(text)).toBe(text);
});
