import fc from "fast-check";
import { expect, test } from "vitest";
import { feeShares, feesOfParts } from "./fee-shares-schema";

const sumOf = (cents: number[]) => cents.reduce((sum, amount) => sum + amount, 0);

/** The highest fee and the highest price of a part: 100 lines of 10,000 pieces at $1,000,000. */
const [MOST_FEE, MOST_GOODS] = [1_000_000, 100_000_000_000_000];

test("shares add up to the fee, and each is within a cent of the exact share", () => {
  fc.assert(
    fc.property(
      fc.nat({ max: MOST_FEE }),
      fc.array(fc.nat({ max: MOST_GOODS }), { minLength: 1, maxLength: 20 }),
      (feeCents, goodsCents) => {
        const shares = feeShares(feeCents, goodsCents);
        expect(sumOf(shares)).toBe(feeCents);
        const total = goodsCents.reduce((sum, cents) => sum + BigInt(cents), 0n);
        if (total === 0n) return;
        for (const [index, cents] of goodsCents.entries()) {
          const floor = Number((BigInt(feeCents) * BigInt(cents)) / total);
          expect([floor, floor + 1]).toContain(shares[index]);
        }
      },
    ),
    // Shrinking such large sums takes minutes.
    { endOnFailure: true },
  );
});

test("a part of more goods never bears less than a part of fewer", () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 5000 }),
      fc.array(fc.nat({ max: 9000 }), { minLength: 2, maxLength: 9 }),
      (fee, goods) => {
        const shares = feeShares(fee, goods);
        const byGoods = goods.map((cents, index) => ({ cents, share: shares[index]! }));
        for (const one of byGoods)
          for (const other of byGoods)
            if (one.cents > other.cents) expect(one.share).toBeGreaterThanOrEqual(other.share);
      },
    ),
  );
});

test.each([
  [300, [500], [300]],
  [100, [500, 500, 500], [34, 33, 33]],
  [100, [100, 200, 400], [14, 29, 57]],
  [1, [1, 2, 2], [0, 1, 0]],
  [100, [0, 700], [0, 100]],
  [5, [0, 0], [3, 2]],
  [0, [300, 400], [0, 0]],
])("%i cents over goods of %j are %j", (fee, goods, shares) => {
  expect(feeShares(fee, goods)).toEqual(shares);
});

test("each market day of an order has its own fee, and ways of stalls keep theirs", () => {
  const way = (merchant: string, marketDay: string | null, feeCents: number, goodsCents: number) => ({
    merchant,
    marketDay,
    feeCents,
    goodsCents,
  });
  const ways = [
    way("baker", "town", 300, 1000),
    way("fish", null, 450, 1000),
    way("dairy", "town", 300, 500),
    way("honey", "river", 200, 10),
    way("herbs", null, 450, 10),
  ];
  expect(Object.fromEntries(feesOfParts(ways))).toEqual({ baker: 200, fish: 450, dairy: 100, honey: 200, herbs: 450 });
});
