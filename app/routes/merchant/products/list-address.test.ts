import { expect, test } from "vitest";
import { listAddress, wantedIn } from "./list-address";

const wanted = (search: string) => wantedIn(new URLSearchParams(search));

test("an address says what it shows, and reads back the same", () => {
  for (const address of [
    { q: "", page: 1, from: 1 },
    { q: "corn & peas", page: 3, from: 1 },
    { q: "", page: 2, from: 2 },
  ]) {
    expect(wanted(listAddress(address).split("?")[1] ?? "")).toEqual(address);
  }
  expect(listAddress({ q: "", page: 1, from: 1 })).toBe("/merchant/products");
});

test("what makes no sense is the first page", () => {
  expect(wanted("page=0&from=x")).toEqual({ q: "", page: 1, from: 1 });
  expect(wanted("page=2&from=9")).toEqual({ q: "", page: 2, from: 2 });
});
