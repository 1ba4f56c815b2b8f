import { expect, test } from "vitest";
import { sortedStops } from "./sorted-stops";

const PLACES = { one: 1, two: 2, three: 3 };

test.each([
  ["save", ["one", "two", "three"]],
  ["up three", ["one", "three", "two"]],
  ["down one", ["two", "one", "three"]],
  ["up one", ["one", "two", "three"]],
  ["down three", ["one", "two", "three"]],
  ["up nobody", ["one", "two", "three"]],
])("stops after %s", (intent, orders) => {
  expect(sortedStops(PLACES, intent)).toEqual(orders);
});

test("numbers that were typed decide, equal ones stay as they stood", () => {
  expect(sortedStops({ one: 5, two: 2.5, three: 2.5 }, "save")).toEqual(["two", "three", "one"]);
});
