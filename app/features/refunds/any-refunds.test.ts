import fc from "fast-check";
import { expect, test } from "vitest";
import { act, aSale, balance, fake, throughStripe, withFreshStripe, work } from "../../../tests/fixtures/payouts";
import { stockOf } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

withFreshStripe();

/*
 * Merchants and operators refund an order of 4 jars at 2.50 by pieces or by amount, in any order, before and after it
 * was sent and paid out, two at a time, and with lost answers of Stripe. The books are whole after each step, and
 * nobody gets more than was paid.
 */

type Line = { quantity: number } | { amount: number };
type Step =
  | { does: "refund"; by: "merchant" | "operator"; line: Line; restock: boolean; twice: boolean }
  | { does: "ship" | "deliver" | "cancel" | "rest" | "work" | "answer is lost" };

const line = fc.oneof(
  fc.record({ quantity: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ amount: fc.integer({ min: 1, max: 700 }).map((cents) => cents / 100) }),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant("refund" as const),
      by: fc.constantFrom("merchant" as const, "operator" as const),
      line,
      restock: fc.boolean(),
      twice: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constantFrom("ship", "deliver", "work", "answer is lost") }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom("cancel", "rest") }) },
) as fc.Arbitrary<Step>;

/** The steps that the order has taken before the first refund. */
const before = fc.constantFrom<Exclude<Step["does"], "refund">[]>([], ["ship"], ["ship", "deliver", "work"]);

const sum = (cents: (number | string)[]) => cents.reduce<number>((all, each) => all + Number(each), 0);

async function booksOf({ services: { db } }: World, orderId: string) {
  const [line_] = await db.selectFrom("orderLines").selectAll().where("orderId", "=", orderId).execute();
  const [part] = await db.selectFrom("orderParts").selectAll().where("orderId", "=", orderId).execute();
  const refunds = await db.selectFrom("refunds").selectAll().where("orderId", "=", orderId).execute();
  const given = await db
    .selectFrom("refundLines as b")
    .innerJoin("refunds as r", "r._id", "b.refundId")
    .select(["b.quantity", "b.amountCents"])
    .where("r.orderId", "=", orderId)
    .execute();
  const entries = await db.selectFrom("ledger").selectAll().where("orderId", "=", orderId).execute();
  // A day may end while jobs wait for their next try. A refund then counts on the day after the sale.
  const days = await db
    .selectFrom("daySales")
    .selectAll()
    .where("merchantId", "=", part?.merchantId ?? "")
    .execute();
  return { line: line_!, part: part!, refunds, given, entries, days };
}

async function expectWhole(world: World, orderId: string): Promise<void> {
  const { line: jar, part, refunds, given, entries, days } = await booksOf(world, orderId);
  const [pieces, cents] = [sum(given.map((each) => each.quantity)), sum(given.map((each) => each.amountCents))];
  expect([jar.refundedQuantity, Number(jar.refundedCents)]).toEqual([pieces, cents]);
  expect(Number(part.refundedCents)).toBe(cents);
  expect(sum(refunds.map((refund) => refund.amountCents))).toBe(cents);
  expect(cents).toBeLessThanOrEqual(1000);
  expect(pieces).toBeLessThanOrEqual(4);
  // If no piece is left, nothing is left of the price.
  if (pieces === 4) expect(cents).toBe(1000);
  expect(["Cancelled", "Refunded"].includes(part.statusText)).toBe(pieces === 4);
  const of = (kind: string) => sum(entries.filter((entry) => entry.kind === kind).map((entry) => entry.amountCents));
  expect([of("sale"), of("refund")]).toEqual([1000, 0 - cents]);
  const ofDays = (figure: Exclude<keyof (typeof days)[number], "merchantId" | "day">) =>
    sum(days.map((day) => day[figure]));
  expect([ofDays("amountCents"), ofDays("units"), ofDays("orders")]).toEqual([1000, 4, 1]);
  expect([ofDays("refundedCents"), ofDays("refundedUnits"), ofDays("refundedOrders")]).toEqual([
    cents,
    pieces,
    pieces === 4 ? 1 : 0,
  ]);
}

onBothDatabases(
  "any refunds of an order",
  (world) => {
    test("leave the books whole, and give back no more than was paid", async () => {
      await fc.assert(
        fc.asyncProperty(before, fc.array(step, { minLength: 3, maxLength: 8 }), async (already, later) => {
          const steps = [...already.map((does): Step => ({ does })), ...later];
          fake.troubles.clear();
          const { merchant, operator, orderId, partId, intentId } = await aSale(world);
          world.services.config.platformFeeBasisPoints = 333;
          const { line: jar } = await booksOf(world, orderId);
          let stock = await stockOf(world, jar.productId);

          const asked = async ({ by, line: what, restock }: Extract<Step, { does: "refund" }>) => {
            const lines = [{ lineId: jar._id, ...what }];
            const more = { lines, restock, reason: "Broken" };
            if (by === "operator") {
              const path = `/operator/orders/${orderId}/refund`;
              const told = await world.call("POST", `${path}/sums`, { token: operator.token, body: { lines } });
              if (told.status !== 200) return told;
              const [{ merchantBears, feeGivenBack, left }] = told.body.data.parts;
              expect(Math.round(100 * (merchantBears + feeGivenBack))).toBe(Math.round(100 * told.body.data.amount));
              expect(Math.round(100 * (left + told.body.data.amount + told.body.data.refunded))).toBe(1000);
              const body = { ...more, refunded: told.body.data.refunded };
              return world.call("POST", path, { token: operator.token, body });
            }
            const sums = await act(world, merchant.token, orderId, "refund/sums", { lines });
            if (sums.status !== 200) return sums;
            const { amount, refunded, merchantBears, feeGivenBack } = sums.body.data;
            expect(Math.round(100 * (merchantBears + feeGivenBack))).toBe(Math.round(100 * amount));
            return act(world, merchant.token, orderId, "refund", { ...more, amount, refunded });
          };
          const does = async (one: Step): Promise<void> => {
            const before = await booksOf(world, orderId);
            const unsent = before.part.statusText === "Processing";
            const left = before.line.quantity - before.line.refundedQuantity;
            if (one.does === "refund") {
              const answers = await Promise.all(one.twice ? [asked(one), asked(one)] : [asked(one)]);
              for (const { status } of answers) expect([200, 409]).toContain(status);
              const done = answers.filter(({ status }) => status === 200).length;
              const comesBack = one.restock || (one.by === "operator" && unsent);
              if (comesBack && "quantity" in one.line) stock += done * one.line.quantity;
            } else if (one.does === "work") await work(world);
            else if (one.does === "answer is lost") fake.troubles.expect("POST /v1/refunds", "cut");
            else if (one.does === "rest") {
              const body = { reason: "Broken" };
              const all = await world.call("POST", `/operator/orders/${orderId}/refund`, {
                token: operator.token,
                body,
              });
              if (all.status === 200 && unsent) stock += left;
            } else {
              const reason = one.does === "cancel" ? { reason: "Hail" } : {};
              const { status } = await act(world, merchant.token, orderId, one.does, reason);
              expect([200, 409]).toContain(status);
              if (one.does === "cancel" && status === 200) stock += left;
            }
          };
          for (const one of steps) {
            await does(one);
            await expectWhole(world, orderId);
            expect(await stockOf(world, jar.productId)).toBe(stock);
          }

          fake.troubles.clear();
          await work(world, 4);
          await expectWhole(world, orderId);
          const { part, refunds, entries } = await booksOf(world, orderId);
          // Stripe has given back what the books say, each refund once.
          const there = [...fake.store.refunds.values()].filter((refund) => refund.payment_intent === intentId);
          expect(sum(there.map((refund) => refund.amount))).toBe(Number(part.refundedCents));
          expect(refunds.filter((refund) => refund.doneAt === null)).toEqual([]);
          // Payouts that were not reversed, with their fees, are the sales that were not refunded.
          const payout = await world.services.db
            .selectFrom("payouts")
            .selectAll()
            .where("partId", "=", partId)
            .executeTakeFirst();
          const owed = payout?.doneAt ? 0 : 1000 - Number(part.refundedCents);
          expect(sum(entries.map((entry) => entry.amountCents))).toBe(owed);
          expect((await balance(world, merchant.token)).owed).toBe(owed / 100);
        }),
        { numRuns: 6, endOnFailure: true },
      );
    });
  },
  throughStripe,
);
