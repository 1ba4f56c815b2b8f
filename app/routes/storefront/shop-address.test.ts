import { expect, test } from "vitest";
import { canonicalAddress } from "~/edge/cache/public-addresses";
import { addressOfMore, chosenFilters, readWanted, shopAddress } from "./shop-address";

const read = (search: string) => readWanted(new URLSearchParams(search));

test("an empty address asks for the latest of all products", () => {
  expect(read("")).toEqual({ q: "", categoryId: "", sort: "latest", page: 1, from: 1 });
  expect(shopAddress(read(""))).toBe("/products");
});

test("what cannot be understood counts as not said", () => {
  expect(read("page=abc&from=-2&sort=loud")).toEqual(read(""));
  expect(read("page=0").page).toBe(1);
  expect(read("page=3&from=9").from).toBe(3);
  expect(read(`q=${"a".repeat(300)}`).q).toHaveLength(100);
});

test("an address that was read is written the same way", () => {
  const address = "/products?q=red+apple&categoryId=Fruit&sort=price&page=3&from=2";
  expect(shopAddress(read(address.slice(address.indexOf("?"))))).toBe(address);
});

test("every filter and order is read and written the same way, and what says nothing is left out", () => {
  const stall = "a".repeat(24);
  const address = `/products?q=tea&categoryId=Fruit&stall=${stall}&minPrice=2&maxPrice=4.50&rating=4&inStock=1&onSale=1&sort=latest&page=2`;
  expect(shopAddress(read(address.slice(address.indexOf("?"))))).toBe(address);
  // The page cache must keep all of these, because it makes the page for everybody from its own form of the address.
  expect(canonicalAddress(address).split("&")).toHaveLength(address.split("&").length);
  expect(shopAddress(read("q=tea&minPrice=&maxPrice=&rating=&stall=&sort=relevance"))).toBe("/products?q=tea");
  expect(shopAddress(read("stall=x&rating=9&inStock=yes&minPrice=cheap"))).toBe("/products");
});

test("prices are read as people type them, the other way round too", () => {
  expect(read("minPrice=$4,50&maxPrice= 10 ")).toMatchObject({ minPrice: "4.50", maxPrice: "10" });
  expect(read("minPrice=$1,148.40&maxPrice=1,200,000")).toMatchObject({ minPrice: "1148.40", maxPrice: "1200000" });
  expect(read("minPrice=9&maxPrice=3")).toMatchObject({ minPrice: "3", maxPrice: "9" });
});

test("each filter leads to the list without it, and to its first page", () => {
  const filters = read("q=tea&categoryId=Fruit&maxPrice=5&minPrice=1&rating=4&inStock=1&page=3&sort=price");
  expect(chosenFilters(filters, "")).toEqual([
    { label: "Fruit", without: "/products?q=tea&minPrice=1&maxPrice=5&rating=4&inStock=1&sort=price" },
    { label: "$1 to $5", without: "/products?q=tea&categoryId=Fruit&rating=4&inStock=1&sort=price" },
    { label: "Rated 4 and up", without: "/products?q=tea&categoryId=Fruit&minPrice=1&maxPrice=5&inStock=1&sort=price" },
    { label: "In stock", without: "/products?q=tea&categoryId=Fruit&minPrice=1&maxPrice=5&rating=4&sort=price" },
  ]);
  expect(chosenFilters(read("stall=" + "b".repeat(24) + "&onSale=1"), "The Mill").map(({ label }) => label)).toEqual([
    "The Mill",
    "On sale",
  ]);
});

test("Load More shows one page more under the same first page", () => {
  expect(addressOfMore(read("q=tea"))).toBe("/products?q=tea&page=2&from=1");
  expect(addressOfMore(read("page=2&from=1"))).toBe("/products?page=3&from=1");
});

test("past twenty pages together Load More starts a new range", () => {
  expect(addressOfMore(read("page=20&from=1"))).toBe("/products?page=21");
  expect(read("page=30&from=1").from).toBe(11);
});

test("labels and allergens are understood ticked one by one and as a list; what nobody knows is left out", () => {
  const filters = readWanted(new URLSearchParams("labels=vegan&labels=organic&without=milk,nuts,gold&origin=US"));
  expect(filters).toMatchObject({ labels: "organic,vegan", without: "milk,nuts", origin: "US" });
  expect(shopAddress(filters)).toBe("/products?labels=organic%2Cvegan&without=milk%2Cnuts&origin=US");
  expect(readWanted(new URLSearchParams("labels=tasty&origin=ZZ"))).not.toHaveProperty("labels");
  expect(chosenFilters(filters, "").map(({ label }) => label)).toEqual([
    "Organic",
    "Vegan",
    "Without milk",
    "Without nuts",
    "From United States",
  ]);
  expect(chosenFilters(filters, "")[2]?.without).toBe("/products?labels=organic%2Cvegan&without=nuts&origin=US");
});
