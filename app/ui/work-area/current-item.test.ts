import { expect, test } from "vitest";
import { currentItem } from "./current-item";

const items = [{ href: "/merchant" }, { href: "/merchant/products" }];

test("the navigation marks the room that a page lies in", () => {
  expect(currentItem("/merchant", items)?.href).toBe("/merchant");
  expect(currentItem("/merchant/products/add", items)?.href).toBe("/merchant/products");
  expect(currentItem("/merchant/payments", items)?.href).toBe("/merchant");
});

test("an address that only begins with the same letters is another room", () => {
  expect(currentItem("/merchant/products_old", items)?.href).toBe("/merchant");
  expect(currentItem("/merchants", items)).toBeUndefined();
});
