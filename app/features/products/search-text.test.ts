import { expect, test } from "vitest";
import { withoutForms } from "~/platform/search-text/search-line";
import { searchTextOf } from "./product-row.server";

test("what stands in the index keeps title, category, tags and stall apart, whatever they hold", () => {
  const lines = searchTextOf("Red\nApples", "Fruit\n", ["Crème\n", "pie"], "Ann\nBee");
  expect(withoutForms(lines).split("\n")).toEqual(["red apples", "fruit", "creme pie", "ann bee"]);
});

test("behind a line stand two words in one, words without apostrophes, and amounts in one unit", () => {
  expect(searchTextOf("Farmer's Free-Range Eggs, 0,5 kg", "Dairy & Eggs", ["olive oil", "rye"]).split("\n")).toEqual([
    "farmer's free-range eggs, 0,5 kg\tfarmers farmersfree freerange rangeeggs 500g",
    "dairy & eggs",
    "olive oil rye\toliveoil",
    "",
  ]);
});
