import { describe, expect, test } from "vitest";
import type { SavedLists } from "~/features/cart/schema";
import { changedLists, changeFor, readPosted } from "./change";

const id = (n: number) => n.toString(16).padStart(24, "0");
const [apples, bread] = [id(1), id(2)];
const line = (product: string, quantity: number) => ({ product, variant: product, quantity });

function postOf(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return readPosted(form);
}

/** The lists after a form is posted. */
function after(lists: Partial<SavedLists>, fields: Record<string, string>) {
  const whole = { carts: [], wishlist: [], ...lists };
  const form = postOf(fields);
  return form && changedLists(whole, changeFor(form));
}

describe("the cart", () => {
  test("a new product is added with the given quantity, or 1", () => {
    expect(after({}, { intent: "cart", product: apples })).toEqual({ carts: [line(apples, 1)] });
    expect(after({}, { intent: "cart", product: apples, quantity: "3" })).toEqual({
      carts: [line(apples, 3)],
    });
  });

  test("adding what is in the cart raises its quantity and keeps its place", () => {
    const carts = [line(apples, 2), line(bread, 1)];
    expect(after({ carts }, { intent: "cart", product: apples })).toEqual({
      carts: [line(apples, 3), line(bread, 1)],
    });
  });

  test("the form that saw what was in the cart adds to it once, however often it is posted", () => {
    const add = { intent: "cart", product: apples, quantity: "2" };
    const twoApples = { carts: [line(apples, 2)] };
    expect(after({}, { ...add, had: "0" })).toEqual(twoApples);
    expect(after(twoApples, { ...add, had: "0" })).toEqual(twoApples);
    expect(after(twoApples, { ...add, had: "2" })).toEqual({ carts: [line(apples, 4)] });
    expect(after(twoApples, { ...add, had: "many" })).toEqual({ carts: [line(apples, 4)] });
  });

  test("two sizes of a product are two lines, each with its own price and number", () => {
    const wheel = `${apples}-2`;
    const sizes = { product: wheel, [`had.${apples}`]: "2", [`had.${wheel}`]: "0", [`seen.${wheel}`]: "28.8" };
    const carts = [line(apples, 2)];
    const twoLines = { carts: [...carts, { ...line(apples, 1), variant: wheel, seen: 28.8 }] };
    expect(after({ carts }, { ...sizes, intent: "cart" })).toEqual(twoLines);
    expect(after(twoLines, { ...sizes, intent: "cart" })).toEqual(twoLines);
    expect(after(twoLines, { intent: "uncart", product: wheel })).toEqual({ carts });
    expect(postOf({ intent: "cart", product: `${apples}-0` })).toBeNull();
  });

  test("a product goes out of it", () => {
    const carts = [line(apples, 2), line(bread, 1)];
    expect(after({ carts }, { intent: "uncart", product: bread })).toEqual({ carts: [line(apples, 2)] });
  });

  test("the fifty-first product does not fit, but what is in can be raised", () => {
    const carts = Array.from({ length: 50 }, (_, n) => line(id(n + 10), 1));
    expect(after({ carts }, { intent: "cart", product: apples })).toBe("cart-full");
    expect(after({ carts }, { intent: "cart", product: id(10) })).toMatchObject({ carts: { length: 50 } });
  });
});

describe("the wishlist", () => {
  test("the heart puts in and takes out, never twice", () => {
    expect(after({}, { intent: "wish", product: apples })).toEqual({ wishlist: [apples] });
    expect(after({ wishlist: [bread, apples] }, { intent: "wish", product: apples })).toEqual({
      wishlist: [bread, apples],
    });
    expect(after({ wishlist: [bread, apples] }, { intent: "unwish", product: apples })).toEqual({ wishlist: [bread] });
  });

  test("the fifty-first wish does not fit", () => {
    expect(
      after({ wishlist: Array.from({ length: 50 }, (_, n) => id(n + 10)) }, { intent: "wish", product: apples }),
    ).toBe("wishlist-full");
  });
});

test("a form that makes no sense is not read", () => {
  expect(postOf({ intent: "steal", product: apples })).toBeNull();
  expect(postOf({ intent: "clear", product: apples })).toBeNull();
  expect(postOf({ intent: "cart", product: "../etc" })).toBeNull();
  expect(postOf({ product: apples })).toBeNull();
});
