import { expect, test } from "vitest";
import { listAddress, pageIn, pagesOf } from "./list-address";

test("a list's address carries what it is narrowed to, and no page where it is the first", () => {
  expect(listAddress("/operator/users", { q: "" })).toBe("/operator/users");
  expect(listAddress("/operator/users", { q: "ada & co" }, 2)).toBe("/operator/users?q=ada+%26+co&page=2");
});

test("a page that makes no sense is the first", () => {
  for (const page of ["", "0", "-1", "x", "1e9", "999999"]) expect(pageIn(new URLSearchParams({ page }))).toBe(1);
  expect(pageIn(new URLSearchParams("page=12"))).toBe(12);
});

test("an empty list has one page", () => {
  expect([pagesOf(0, 20), pagesOf(20, 20), pagesOf(21, 20)]).toEqual([1, 1, 2]);
});
