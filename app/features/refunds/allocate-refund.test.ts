import { describe, expect, test } from "vitest";
import type { OrderLine } from "~/features/orders/order.server";
import { allocateBacks, chosenPieces, type Back, type Noted } from "./allocate-refund.server";

const at = (second: number) => new Date(Date.UTC(2026, 2, 2, 12, 0, 0) + second * 1000).toISOString();
/** Money that somebody gave back at the provider, ten seconds after all refunds of ours were written down. */
const back = (id: string, amountCents: number, overrides: Partial<Back> = {}): Back => ({
  id,
  amountCents,
  refundId: "",
  createdAt: at(10),
  origin: "provider",
  status: "succeeded",
  ...overrides,
});
/** A refund of ours that is still to be made. */
const shopRefund = (_id: string, amountCents: number, overrides: Partial<Noted> = {}): Noted => ({
  _id,
  amountCents,
  providerId: null,
  createdAt: at(0),
  doneAt: null,
  ...overrides,
});
const providerRefund = (_id: string, amountCents: number, providerId: string) =>
  shopRefund(_id, amountCents, { providerId, doneAt: at(5) });
const NOTHING = { reached: [], adopted: [], reduced: [], unrecorded: [] };

describe("money that has gone back", () => {
  test("as a refund of ours is that one, once, and leaves the others to be made", () => {
    const first = back("re_1", 300, { refundId: "r1" });
    expect(allocateBacks(1000, [first], [shopRefund("r1", 300), shopRefund("r2", 200)])).toEqual({
      ...NOTHING,
      reached: [{ _id: "r1", back: first }],
    });
    expect(allocateBacks(1000, [first], [providerRefund("r1", 300, "re_1"), shopRefund("r2", 200)])).toEqual(NOTHING);
  });

  test("as a refund of ours, and was all that was paid, leaves that refund its sum; what is by hand beside it is another", () => {
    const [whole, byHand] = [back("re_1", 300, { refundId: "r1" }), back("re_2", 300)];
    expect(allocateBacks(300, [whole], [shopRefund("r1", 300)])).toEqual({
      ...NOTHING,
      reached: [{ _id: "r1", back: whole }],
    });
    expect(allocateBacks(1000, [whole, byHand], [shopRefund("r1", 300)])).toEqual({
      ...NOTHING,
      reached: [{ _id: "r1", back: whole }],
      unrecorded: [{ back: byHand, amountCents: 300, looseCents: 300 }],
    });
  });

  test("under the name of a refund of ours that was made by another one is money of its own", () => {
    const duplicate = back("re_2", 300, { refundId: "r1" });
    expect(
      allocateBacks(1000, [back("re_1", 300, { refundId: "r1" }), duplicate], [providerRefund("r1", 300, "re_1")]),
    ).toEqual({
      ...NOTHING,
      unrecorded: [{ back: duplicate, amountCents: 300, looseCents: 300 }],
    });
  });

  test("by hand is the refund of ours that waits", () => {
    const byHand = back("re_1", 300);
    expect(allocateBacks(1000, [byHand], [shopRefund("r1", 300)])).toEqual({
      ...NOTHING,
      adopted: [{ _id: "r1", back: byHand, amountCents: 300 }],
    });
  });

  test("by hand is the one of just this sum, whichever was written down first", () => {
    const byHand = back("re_1", 300);
    for (const rows of [
      [shopRefund("r1", 200), shopRefund("r2", 300)],
      [shopRefund("r2", 300), shopRefund("r1", 200)],
    ])
      expect(allocateBacks(1000, [byHand], rows)).toEqual({
        ...NOTHING,
        adopted: [{ _id: "r2", back: byHand, amountCents: 300 }],
      });
  });

  test("by hand in the second in which ours was written down is ours: the provider knows no parts of a second", () => {
    const byHand = back("re_1", 300, { createdAt: at(0) });
    expect(allocateBacks(1000, [byHand], [shopRefund("r1", 300, { createdAt: at(0.9) })]).adopted).toHaveLength(1);
    expect(allocateBacks(1000, [byHand], [shopRefund("r1", 300, { createdAt: at(1) })]).adopted).toHaveLength(0);
  });

  test("by hand, and less than ours, leaves the rest of ours to be made", () => {
    const byHand = back("re_1", 200);
    expect(allocateBacks(1000, [byHand], [shopRefund("r1", 300)])).toEqual({
      ...NOTHING,
      reduced: [{ _id: "r1", amountCents: 100 }],
      unrecorded: [{ back: byHand, amountCents: 200, looseCents: 0 }],
    });
  });

  test("by hand, and more than ours, is ours and a rest that nobody knows", () => {
    const byHand = back("re_1", 500);
    expect(allocateBacks(1000, [byHand], [shopRefund("r1", 300)])).toEqual({
      ...NOTHING,
      adopted: [{ _id: "r1", back: byHand, amountCents: 300 }],
      unrecorded: [{ back: byHand, amountCents: 200, looseCents: 200 }],
    });
    // A second call finds nothing new.
    expect(
      allocateBacks(1000, [byHand], [providerRefund("r1", 300, "re_1"), providerRefund("r2", 200, "re_1")]),
    ).toEqual(NOTHING);
  });

  test("before ours was written down is another matter, as long as there is enough left for both", () => {
    const before = back("re_1", 300, { createdAt: at(-60) });
    expect(allocateBacks(600, [before], [shopRefund("r1", 300)])).toEqual({
      ...NOTHING,
      unrecorded: [{ back: before, amountCents: 300, looseCents: 300 }],
    });
    expect(allocateBacks(500, [before], [shopRefund("r1", 300)])).toEqual({
      ...NOTHING,
      reduced: [{ _id: "r1", amountCents: 200 }],
      unrecorded: [{ back: before, amountCents: 300, looseCents: 200 }],
    });
    expect(allocateBacks(300, [before], [shopRefund("r1", 300)])).toEqual({
      ...NOTHING,
      adopted: [{ _id: "r1", back: before, amountCents: 300 }],
    });
  });

  test("never makes us give more than was paid: of what waits, the newest is cut first", () => {
    const knownBacks = [back("re_0", 300)];
    const rows = [providerRefund("r0", 300, "re_0"), shopRefund("r1", 100), shopRefund("r2", 300)];
    expect(allocateBacks(700, knownBacks, rows)).toEqual(NOTHING);
    expect(allocateBacks(500, knownBacks, rows)).toEqual({ ...NOTHING, reduced: [{ _id: "r2", amountCents: 100 }] });
    expect(allocateBacks(350, knownBacks, rows)).toEqual({
      ...NOTHING,
      reduced: [
        { _id: "r1", amountCents: 50 },
        { _id: "r2", amountCents: 0 },
      ],
    });
  });
});

describe("pieces that an operator asks to give back", () => {
  const line = (title: string, quantity: number, refundedQuantity: number) =>
    ({ _id: title, title, quantity, refundedQuantity }) as OrderLine;
  const lines = [line("Plums", 5, 3), line("Pears", 2, 1), line("Figs", 4, 4)];

  test("are all that is left, and no piece more: each line says how many there are", () => {
    const restLines = [
      { lineId: "Plums", quantity: 2 },
      { lineId: "Pears", quantity: 1 },
    ];
    expect(chosenPieces(lines, restLines).map((piece) => [piece.line.title, piece.quantity])).toEqual([
      ["Plums", 2],
      ["Pears", 1],
    ]);
    const oneMoreOfEach = [...restLines, { lineId: "Figs", quantity: 0 }].map((line) => ({
      ...line,
      quantity: line.quantity + 1,
    }));
    expect(() => chosenPieces(lines, oneMoreOfEach)).toThrow(
      expect.objectContaining({
        status: 409,
        items: [
          {
            message: "Only 2 pieces of Plums are left to refund.",
            code: "more_than_is_left",
            field: "lines.0.quantity",
          },
          { message: "Only 1 piece of Pears is left to refund.", code: "more_than_is_left", field: "lines.1.quantity" },
          {
            message: "All pieces of Figs were refunded already.",
            code: "more_than_is_left",
            field: "lines.2.quantity",
          },
        ],
      }),
    );
  });
});
