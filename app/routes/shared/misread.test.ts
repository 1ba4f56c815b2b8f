import { expect, test } from "vitest";
import { shopRules } from "~/routes/storefront/shop-address";
import { dayRule, misreadIn, oneOfRule, pageRule } from "./misread";

const rules = [dayRule("since", "The first day"), oneOfRule("status", "Status", ["Shipped"]), pageRule];
const read = (text: string) => misreadIn(new URLSearchParams(text), rules);

test("a value of an address that is not understood is said, and one that is empty asks for nothing", () => {
  expect(read("since=2026-02-30&status=Lost&page=0")).toEqual([
    "The first day must be a day, such as 2026-03-31.",
    "Status must be one of: Shipped.",
    "The page must be a number from 1 on.",
  ]);
  expect(read("since=2026-02-28&status=Shipped&page=2")).toEqual([]);
  expect(read("since=&status=+&q=anything")).toEqual([]);
});

test("the shop says which of its filters it does not understand, both prices in one sentence", () => {
  const shop = (text: string) => misreadIn(new URLSearchParams(text), shopRules);
  expect(shop("minPrice=cheap&maxPrice=dear")).toEqual(["Price must be an amount, such as 4 or 4.50."]);
  expect(shop("rating=6&inStock=yes&labels=organic,nice&sort=best")).toHaveLength(4);
  expect(shop("minPrice=$1,000.00&maxPrice=4,5&rating=3&inStock=1&labels=organic,vegan&sort=price-up")).toEqual([]);
});
