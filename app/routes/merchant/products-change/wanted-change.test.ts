import { expect, test } from "vitest";
import { changeAddress, changeIn, productsIn, typedIn, whatIn, type What } from "./wanted-change";

const ask = (kind: What, query: string) => changeIn(kind, typedIn(new URLSearchParams(query)));

test("what was typed becomes a change", () => {
  expect(ask("price", "percent=2,5&roundTo=0.05")).toEqual({ what: "price", percent: 2.5, roundTo: "0.05" });
  expect(ask("price", "percent=10&way=down")).toEqual({ what: "price", percent: -10, roundTo: "0.01" });
  expect(ask("stock", "pieces=12")).toEqual({ what: "stock", how: "set", pieces: 12 });
  expect(ask("stock", "pieces=0")).toEqual({ what: "stock", how: "set", pieces: 0 });
  expect(ask("stock", "pieces=3&how=take")).toEqual({ what: "stock", how: "add", pieces: -3 });
  expect(ask("off", "")).toEqual({ what: "sale", on: false });
  expect(ask("delete", "percent=x")).toEqual({ what: "delete" });
});

test("what cannot be meant is told at its field", () => {
  const fields = (kind: What, ...queries: string[]) =>
    queries.map((query) => ask(kind, query)).map((wrong) => "field" in wrong && wrong.field);
  expect(fields("price", "", "percent=x", "percent=0", "percent=1e3", "percent=91&way=down", "percent=2.55")).toEqual(
    Array(6).fill("percent"),
  );
  expect(fields("stock", "", "pieces=-1", "pieces=1.5", "pieces=9999999", "pieces=0&how=add")).toEqual(
    Array(5).fill("pieces"),
  );
  expect(fields("category", "", "category=fruit")).toEqual(["category", "category"]);
  expect([whatIn("toString"), whatIn(null), whatIn("price")]).toEqual([null, null, "price"]);
});

test("an address names each product once, and keeps what was typed", () => {
  const [one, two] = ["a".repeat(24), "b".repeat(24)];
  const fields = typedIn(new URLSearchParams("percent=5&way=down"));
  const search = new URLSearchParams(changeAddress([one, two], fields).split("?")[1]);
  expect([productsIn(search), typedIn(search)]).toEqual([[one, two], fields]);
  expect(productsIn(new URLSearchParams(`product=${one}&product=${one}&product=../x`))).toEqual([one]);
});
