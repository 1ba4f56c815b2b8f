import { expect, test } from "vitest";
import { addressOfMore, readWanted, shopAddress } from "./shop-address";

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

test("Load More shows one page more under the same first page", () => {
  expect(addressOfMore(read("q=tea"))).toBe("/products?q=tea&page=2&from=1");
  expect(addressOfMore(read("page=2&from=1"))).toBe("/products?page=3&from=1");
});

test("past twenty pages together Load More starts a new stretch", () => {
  expect(addressOfMore(read("page=20&from=1"))).toBe("/products?page=21");
  expect(read("page=30&from=1").from).toBe(11);
});
