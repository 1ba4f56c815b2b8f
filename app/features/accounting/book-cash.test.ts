import { expect, test } from "vitest";
import { linesPaid } from "./book-cash.server";

const SIZE = { productId: "product", variantId: "size", sizeName: "1 kg" };
const line = (priceCents: number, quantity: number, refundedQuantity: number, refundedCents: number) => ({
  ...SIZE,
  priceCents,
  quantity,
  refundedQuantity,
  refundedCents,
});

test("a line is paid without what was taken out of it, and is no line once all is out", () => {
  expect(
    linesPaid([
      line(500, 3, 1, 500),
      line(500, 2, 2, 1000),
      // It weighs less than it was sold for.
      line(320, 1, 0, 20),
      // Its price is 0 after a discount.
      line(0, 4, 0, 0),
    ]),
  ).toEqual([
    { ...SIZE, quantity: 2, amountCents: 1000 },
    { ...SIZE, quantity: 1, amountCents: 300 },
    { ...SIZE, quantity: 4, amountCents: 0 },
  ]);
});
