import { expect, test } from "vitest";
import { listAddress, wantedIn, type Wanted } from "./list-address";

const filtersIn = (search: string) => wantedIn(new URLSearchParams(search));

test("an address says what it shows, and reads back the same", () => {
  const addresses: Wanted[] = [
    { q: "", only: "", page: 1, from: 1 },
    { q: "corn & peas", only: "low-stock", page: 3, from: 1 },
    { q: "", only: "", page: 2, from: 2 },
  ];
  for (const address of addresses) {
    expect(filtersIn(listAddress(address).split("?")[1] ?? "")).toEqual(address);
  }
  expect(listAddress({ q: "", only: "", page: 1, from: 1 })).toBe("/merchant/products");
});

test("what makes no sense is the first page", () => {
  expect(filtersIn("page=0&from=x&only=rotten")).toEqual({ q: "", only: "", page: 1, from: 1 });
  expect(filtersIn("page=2&from=9&only=toString")).toEqual({ q: "", only: "", page: 2, from: 2 });
});
