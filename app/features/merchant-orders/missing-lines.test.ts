import { expect, test } from "vitest";
import { wrongInBooks } from "~/service/backup/books.server";
import { outcomeOf } from "../../../tests/fixtures/answers";
import { booksFromOrders, expectBridged, keptBooks, keptDays } from "../../../tests/fixtures/books";
import { confirm, finalize } from "../../../tests/fixtures/checkout";
import { allowPayingThere, aPaidThereStall, entriesOf, SATURDAY } from "../../../tests/fixtures/collection";
import { ADDRESS, aUser, mailsSent, stockOf } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

/* The clock is set to Monday 2 March 2026, 12:00 UTC; the marketplace counts its days in UTC. */

interface Missing {
  lines: { lineId: string; quantity: number }[];
  amount: number;
  reason?: string;
  restock?: boolean;
}

/**
 * A stall with an order for Saturday of three breads at 5.00 and a jam at 3.20, paid by card or to be paid at
 * collection.
 */
async function anOrder(world: World, paymentMethod: "Card" | "On collection", way: object = {}) {
  await allowPayingThere(world);
  const stall = await aPaidThereStall(world, way);
  const buyer = await aUser(world);
  const checkout = (await stall.order(buyer, { paymentMethod })).body;
  if (paymentMethod === "Card") await confirm(world, checkout.data as string);
  const placedOrder =
    paymentMethod === "Card"
      ? (await finalize(world, buyer.token, checkout.payment.stripeId as string)).body.data
      : checkout.order;
  const lineOf = (title: string) =>
    placedOrder.carts.find((line: { product: { title: string } }) => line.product.title === title)._id as string;
  world.clock.forward(60);
  return {
    ...stall,
    buyer,
    id: placedOrder._id as string,
    part: placedOrder.parts[0]._id as string,
    itemId: placedOrder.itemId as number,
    bread: stall.bread._id,
    jam: stall.jam._id,
    breads: (quantity: number) => ({ lineId: lineOf("Bread"), quantity }),
    jams: (quantity: number) => ({ lineId: lineOf("Jam"), quantity }),
    handOver: (missing?: Missing, given?: number, headers = {}) =>
      world.call("POST", `/product/order/merchant/days/${SATURDAY}/hand-over`, {
        token: stall.token,
        body: {
          code: placedOrder.parts[0].delivery.code,
          ...(given !== undefined && { given }),
          ...(missing && { missing: { reason: "broken", ...missing } }),
        },
        headers,
      }),
  };
}

/** All books agree, and days that are booked anew come out the same. */
async function expectSound(world: World): Promise<void> {
  expect(await wrongInBooks(world.services.db)).toEqual([]);
  await expectBridged(world);
  const { days, dayProducts } = await booksFromOrders(world);
  expect({ days, dayProducts }).toEqual(await keptDays(world));
  await keptBooks(world);
}

onBothDatabases("lines that are missing at the hand-over", (world) => {
  test("of an order paid by card go back to its buyer, once, and the rest is handed over and paid out", async () => {
    const { handOver, breads, jams, merchant, buyer, bread, jam, id, sale, itemId } = await anOrder(world, "Card");
    const headers = { "Idempotency-Key": "handed-over" };
    const missing = { lines: [breads(1), jams(1)], amount: 8.2, reason: "forgotten" };
    const answer = await handOver(missing, undefined, headers);
    expect(answer.body.data).toMatchObject({
      statusText: "Delivered",
      refunded: 8.2,
      refunds: [{ amount: 8.2, reason: expect.stringMatching(/gives you money back: It was not brought along\.$/) }],
    });
    expect((await handOver(missing, undefined, headers)).body.data).toMatchObject({ refunded: 8.2 });
    expect(outcomeOf(await handOver(missing))).toBe("handed_over_already");
    expect((await sale(id)).body.data.refunds).toHaveLength(1);
    expect((await entriesOf(world, merchant._id)).toSorted()).toEqual(["refund -820", "sale 1820"]);
    // The missing pieces are not restocked.
    expect([await stockOf(world, bread), await stockOf(world, jam)]).toEqual([47, 49]);
    const letters = await mailsSent(world, buyer.email ?? "");
    const letter = letters.find(
      ({ subject }) => subject === `Order #${itemId}: money for a part of it goes back to you`,
    );
    expect(letter?.text).toContain("It was not brought along.");
    await world.runner.drain();
    await expectSound(world);
  });

  test("of an order to be paid there are off the sum, and nothing of them is a refund", async () => {
    const { handOver, jams, merchant, buyer, itemId } = await anOrder(world, "On collection");
    const missing = { lines: [jams(1)], amount: 3.2 };
    expect([outcomeOf(await handOver(missing)), outcomeOf(await handOver(missing, 14.99))]).toEqual([
      "to_be_paid",
      "given_too_little",
    ]);
    expect(await world.services.db.selectFrom("orderLines").select("refundedQuantity").execute()).toEqual([
      { refundedQuantity: 0 },
      { refundedQuantity: 0 },
    ]);
    expect((await handOver(missing, 20)).body.data).toMatchObject({
      statusText: "Delivered",
      refunds: [],
      onCollection: { state: "paid", paid: 15, tendered: 20, change: 5 },
    });
    expect(await entriesOf(world, merchant._id)).toEqual(["sale 1500", "cash -1500"]);
    expect((await mailsSent(world, buyer.email ?? "")).map(({ subject }) => subject)).toContain(
      `Order #${itemId}: you pay less`,
    );
    await expectSound(world);
  });

  test("can be for sale again, where they were only not brought along", async () => {
    const { handOver, breads, bread } = await anOrder(world, "Card");
    await handOver({ lines: [breads(2)], amount: 10, reason: "forgotten", restock: true });
    expect(await stockOf(world, bread)).toBe(49);
    await expectSound(world);
  });

  test("are refused as a whole where a line, a number or the sum is not that of this order, and nothing is handed over", async () => {
    const { handOver, breads, jams, id, sale } = await anOrder(world, "Card");
    const otherOrder = await anOrder(world, "Card");
    const refusals = [
      await handOver({ lines: [otherOrder.breads(1)], amount: 5 }),
      await handOver({ lines: [breads(4)], amount: 20 }),
      await handOver({ lines: [breads(1)], amount: 4.99 }),
      await handOver({ lines: [], amount: 0 }),
      await handOver({ lines: [breads(3), jams(1)], amount: 18.2 }),
    ];
    expect(refusals.map(outcomeOf)).toEqual([
      "unknown_line",
      "more_than_is_left",
      "refunded_meanwhile",
      "too_small",
      "all_missing",
    ]);
    expect((await sale(id)).body.data).toMatchObject({ statusText: "Processing", refunded: 0 });
    await world.services.db.updateTable("orders").set({ disputedAt: "2026-03-02T12:00:00.000Z" }).execute();
    expect(outcomeOf(await handOver({ lines: [breads(1)], amount: 5 }))).toBe("disputed");
  });

  test("are given back once, however many phones say so at the same moment", async () => {
    const { handOver, breads, id, sale } = await anOrder(world, "Card", { fee: 2 });
    const answers = await Promise.all([1, 2, 3].map(() => handOver({ lines: [breads(1)], amount: 5 })));
    expect(answers.map(outcomeOf).toSorted()).toEqual(["done", "handed_over_already", "handed_over_already"]);
    expect((await sale(id)).body.data).toMatchObject({ refunded: 5, deliveryFeeRefunded: 0 });
    await world.runner.drain();
    await expectSound(world);
  });

  test("may be all of an order that was added: it goes back with nothing of the first one", async () => {
    const { handOver, buyer, merchant, wayId, bread, id, sale } = await anOrder(world, "Card", { fee: 2 });
    const ways = [{ merchant: merchant._id, method: wayId, day: SATURDAY, from: "09:00", order: id }];
    const addition = (
      await world.call("POST", "/product/payment/initialize", {
        token: buyer.token,
        body: { carts: [{ product: bread, quantity: 2 }], billing: ADDRESS, ways, paymentMethod: "On collection" },
      })
    ).body.order;
    const all = [{ lineId: addition.carts[0]._id, quantity: 2 }];
    const answer = await handOver({ lines: all, amount: 10 });
    expect(answer.body).toMatchObject({ data: { _id: id, statusText: "Delivered", refunded: 0 }, added: [] });
    expect((await sale(addition._id)).body.data).toMatchObject({
      statusText: "Cancelled",
      onCollection: { state: "called_off" },
    });
    await expectSound(world);
  });
});
