import { expect, test } from "vitest";
import { searchTextOf } from "./product-row.server";

test("what stands in the index keeps title, category, tags and stall apart, whatever they hold", () => {
  expect(searchTextOf("Red\nApples", "Fruit\n", ["Crème\n", "pie"], "Ann\nBee").split("\n")).toEqual([
    "red apples",
    "fruit",
    "creme pie",
    "ann bee",
  ]);
});
