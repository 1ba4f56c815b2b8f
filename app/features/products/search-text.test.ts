import { expect, test } from "vitest";
import { searchTextOf } from "./search-text.server";

test("what stands in the index keeps title and category apart, whatever they hold", () => {
  expect(searchTextOf("Red\nApples", "Fruit\n").split("\n")).toEqual(["red apples", "fruit"]);
});
