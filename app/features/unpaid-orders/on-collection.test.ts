import { expect, test } from "vitest";
import { releaseMissed } from "~/features/unpaid-orders/release-missed.server";
import { wrongInBooks } from "~/service/backup/books.server";
import { outcomeOf } from "../../../tests/fixtures/answers";
import { booksFromOrders, expectBridged, keptBooks, keptDays } from "../../../tests/fixtures/books";
import { allowPayingThere, aPaidThereStall, entriesOf, SATURDAY } from "../../../tests/fixtures/collection";
import { aUser, mailsSent, PASSWORD, stockOf } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

/* The clock is set to Monday 2 March 2026, 12:00 UTC; the marketplace counts its days in UTC. */

const HOUR = 3600;
/** From Monday noon to Saturday 10:00. */
const TO_THE_MARKET = 4 * 24 * HOUR + 22 * HOUR;

const placesTaken = async (world: World) =>
  (await world.services.db.selectFrom("slotOrders").select("orders").execute()).reduce(
    (sum, { orders }) => sum + orders,
    0,
  );
const orderOf = async (world: World, buyer: { token: string }, id: string) =>
  (await world.call("GET", `/product/order/${id}`, { token: buyer.token })).body.data;
const balanceOf = async (world: World, token: string) =>
  (await world.call("GET", "/product/payment/merchant/balance", { token })).body.data;

onBothDatabases("an order that is paid at collection", (world) => {
  test("is placed at once, without any provider, and its goods and place are held", async () => {
    await allowPayingThere(world);
    const { order, bread, token, sale } = await aPaidThereStall(world);
    const buyer = await aUser(world);
    const headers = { "Idempotency-Key": "placed-once" };
    const answer = await order(buyer, { headers });
    expect(answer.body).toMatchObject({
      data: "",
      payment: null,
      order: {
        amount: 18.2,
        paymentMethod: "On collection",
        parts: [{ statusText: "Processing", onCollection: { state: "to_be_paid", due: 18.2, paid: 0, paidAt: null } }],
      },
    });
    const id = answer.body.order._id as string;
    expect((await order(buyer, { headers })).body.order._id).toBe(id);
    expect([await stockOf(world, bread._id), await placesTaken(world)]).toEqual([47, 1]);
    expect(await world.services.db.selectFrom("testIntents").selectAll().execute()).toEqual([]);
    expect(await world.services.db.selectFrom("paymentAttempts").selectAll().execute()).toEqual([]);
    expect((await sale(id)).body.data.onCollection).toMatchObject({ state: "to_be_paid", due: 18.2 });
    const list = await world.call("GET", "/product/order/merchant", { token });
    expect(list.body.data).toMatchObject({ total: 1, docs: [{ _id: id, onCollection: { due: 18.2 } }] });
    expect((await world.call("GET", "/product/payment/merchant", { token })).body.data).toMatchObject({
      total: 0,
      docs: [],
    });
    const [letter] = await mailsSent(world, buyer.email ?? "");
    expect([letter?.subject, letter?.text]).toEqual([
      `Order #${answer.body.order.itemId} is placed`,
      expect.stringContaining("To be paid when you collect"),
    ]);
    expect(await wrongInBooks(world.services.db)).toEqual([]);
  });

  test("is not offered anywhere until an operator allows it, and only by ways that offer it", async () => {
    const stall = await aPaidThereStall(world);
    const buyer = await aUser(world);
    const carts = [{ product: stall.bread._id, quantity: 1 }];
    const offered = async () =>
      (await world.call("POST", "/product/delivery/options", { body: { carts } })).body.data[0].options[0].isPaidThere;
    expect([await offered(), outcomeOf(await stall.order(buyer))]).toEqual([false, "not_on_collection"]);
    const { operator } = await allowPayingThere(world);
    expect([await offered(), outcomeOf(await stall.order(buyer))]).toEqual([true, "done"]);
    const secondStall = await aPaidThereStall(world, { isPaidThere: false });
    expect(outcomeOf(await secondStall.order(buyer))).toBe("not_on_collection");
    expect(await stockOf(world, secondStall.bread._id)).toBe(50);
    const audit = await world.call("GET", "/operator/audit", { token: operator.token });
    expect(audit.body.data.docs[0]).toMatchObject({ action: "collection_terms.saved" });
  });

  test("is bounded by number and sum for each buyer, also for orders at the same moment", async () => {
    await allowPayingThere(world, { mostOrders: 2, mostMoney: 50 });
    const { order, bread } = await aPaidThereStall(world);
    const [buyer, stranger] = [await aUser(world), await aUser(world)];
    const codes = (await Promise.all([1, 2, 3, 4].map(() => order(buyer, { breads: 1, jams: 0 })))).map(outcomeOf);
    expect(codes.toSorted()).toEqual(["done", "done", "too_many_unpaid", "too_many_unpaid"]);
    expect(await stockOf(world, bread._id)).toBe(48);
    expect(outcomeOf(await order(stranger, { breads: 11, jams: 0 }))).toBe("too_much_unpaid");
    expect(outcomeOf(await order(stranger, { breads: 10, jams: 0 }))).toBe("done");
    expect(outcomeOf(await order(stranger, { breads: 1, jams: 0 }))).toBe("too_much_unpaid");
    const standing = await world.call("GET", "/product/payment/on-collection", { token: buyer.token });
    expect(standing.body.data).toMatchObject({ unpaidOrders: 2, unpaid: 10, refusal: { code: "too_many_unpaid" } });
  });

  test("is handed over for the sum given, once, and the books have the sale and that the stall has the money", async () => {
    await allowPayingThere(world);
    const { order, handOver, merchant, token, sale } = await aPaidThereStall(world);
    const buyer = await aUser(world);
    const { _id: id, parts } = (await order(buyer)).body.order;
    const { code } = parts[0].delivery;
    world.clock.forward(TO_THE_MARKET);
    const refusals = [await handOver(code), await handOver(code, 18.19), await sale(id, "/deliver", {})];
    expect(refusals.map(outcomeOf)).toEqual(["to_be_paid", "given_too_little", "not_shipped"]);
    await sale(id, "/ship", {});
    expect(outcomeOf(await sale(id, "/deliver", {}))).toBe("to_be_paid");
    const received = await world.call("POST", `/product/order/${id}/parts/${parts[0]._id}/received`, {
      token: buyer.token,
    });
    expect([outcomeOf(received), await entriesOf(world, merchant._id)]).toEqual(["to_be_paid", []]);

    const headers = { "Idempotency-Key": "handed-over" };
    const paid = await handOver(code, 20, headers);
    const onCollection = { state: "paid", due: 0, paid: 18.2, tendered: 20, change: 1.8 };
    expect(paid.body.data).toMatchObject({ statusText: "Delivered", onCollection });
    expect((await handOver(code, 20, headers)).body.data.onCollection).toMatchObject(onCollection);
    expect(outcomeOf(await handOver(code, 20))).toBe("handed_over_already");
    expect(await entriesOf(world, merchant._id)).toEqual(["sale 1820", "cash -1820"]);
    expect(await balanceOf(world, token)).toEqual({
      sold: 18.2,
      deliveryFees: 0,
      givenBack: 0,
      fees: 0,
      paidOut: 0,
      paidToYou: 18.2,
      owed: 0,
    });
    const { docs } = (await world.call("GET", "/product/payment/merchant", { token })).body.data;
    expect(docs).toMatchObject([{ amount: 18.2, refunded: 0, statusText: "Paid", paymentMethod: "On collection" }]);
    const days = (
      await world.call("GET", "/operator/overview/days", {
        token: (await aUser(world, { privilege: "operator" })).token,
      })
    ).body.data;
    expect(days.today).toMatchObject({ revenue: 18.2, onCollection: 18.2 });
    await expectSound(world);
  });

  test("goes down by what is taken out and what weighs less, and nothing of that is a refund", async () => {
    await allowPayingThere(world);
    const { order, handOver, merchant, bread, sale } = await aPaidThereStall(world);
    const buyer = await aUser(world);
    const { _id: id, carts, parts } = (await order(buyer)).body.order;
    const path = `/product/order/${id}/parts/${parts[0]._id}/take-out`;
    const lines = [{ lineId: carts[0]._id, quantity: 2 }];
    const out = await world.call("POST", path, { token: buyer.token, body: { lines } });
    expect(out.body).toMatchObject({
      amountBack: 0,
      data: { refunded: 10, parts: [{ refunds: [], onCollection: { state: "to_be_paid", due: 8.2 } }] },
    });
    expect(await stockOf(world, bread._id)).toBe(49);
    expect(await world.services.db.selectFrom("refunds").selectAll().execute()).toEqual([]);
    const letters = await mailsSent(world, buyer.email ?? "");
    expect(letters.find(({ subject }) => subject.endsWith("taken out"))?.text).toContain("nothing to give back");
    world.clock.forward(TO_THE_MARKET);
    expect((await handOver(parts[0].delivery.code, 8.2)).body.data.onCollection).toMatchObject({
      paid: 8.2,
      change: 0,
    });
    expect(await entriesOf(world, merchant._id)).toEqual(["sale 820", "cash -820"]);
    await expectSound(world);

    // The merchant gives a jam back by hand.
    world.clock.forward(60);
    const jam = [{ lineId: carts[1]._id, quantity: 1 }];
    const refund = { lines: jam, refunded: 10, amount: 3.2, reason: "The glass was broken." };
    const back = await sale(id, "/refund", refund);
    expect(back.body.data).toMatchObject({
      refunded: 13.2,
      refunds: [{ amount: 3.2, state: "other_way", otherWay: { how: "in cash at the stall", day: SATURDAY } }],
    });
    expect(await entriesOf(world, merchant._id)).toEqual(["sale 820", "cash -820", "refund -320", "cash 320"]);
    await world.runner.drain();
    await expectSound(world);
  });

  test("has the fee of its way in what is due, apart from goods in the books, also where everything is called off", async () => {
    await allowPayingThere(world, { mostMoney: 41 });
    const { order, handOver, merchant, sale } = await aPaidThereStall(world, { fee: 2 });
    const buyer = await aUser(world);
    const [first, second] = [(await order(buyer)).body.order, (await order(buyer)).body.order];
    expect(first).toMatchObject({ amount: 20.2, parts: [{ amount: 18.2, onCollection: { due: 20.2 } }] });
    world.clock.forward(TO_THE_MARKET);
    const paid = await handOver(first.parts[0].delivery.code, 21);
    expect(paid.body.data.onCollection).toMatchObject({ paid: 20.2, tendered: 21, change: 0.8 });
    expect((await entriesOf(world, merchant._id)).toSorted()).toEqual(["cash -2020", "delivery 200", "sale 1820"]);
    const called = await sale(second._id, "/cancel", { reason: "The oven broke." });
    expect(called.body.data).toMatchObject({ statusText: "Cancelled", refunds: [], onCollection: { due: 0 } });
    await expectSound(world);
  });

  test("that is called off before has nothing to give back, and frees goods and place", async () => {
    await allowPayingThere(world);
    const { order, merchant, bread, sale, token } = await aPaidThereStall(world);
    const buyer = await aUser(world);
    const { _id: id } = (await order(buyer)).body.order;
    const cancelled = await sale(id, "/cancel", { reason: "The oven broke." });
    expect(cancelled.body.data).toMatchObject({
      statusText: "Cancelled",
      refunds: [],
      onCollection: { state: "called_off", due: 0 },
    });
    expect([await stockOf(world, bread._id), await placesTaken(world)]).toEqual([50, 0]);
    expect(await entriesOf(world, merchant._id)).toEqual([]);
    const letters = await mailsSent(world, buyer.email ?? "");
    expect(letters.find(({ subject }) => subject.endsWith("cancelled"))?.text).toContain("nothing to give back");
    const list = await world.call("GET", "/product/order/merchant?status=Cancelled", { token });
    expect(list.body.data.total).toBe(1);
    await expectSound(world);
  });

  test("that nobody collects is called off after its time, told to both, and counts: after two a card is asked for", async () => {
    await allowPayingThere(world);
    const { order, merchant, bread, sale } = await aPaidThereStall(world);
    const buyer = await aUser(world);
    const first = (await order(buyer)).body.order;
    const second = (await order(buyer)).body.order;
    world.clock.forward(TO_THE_MARKET + 4 * HOUR);
    await releaseMissed.handle(world.services);
    expect((await orderOf(world, buyer, first._id)).parts[0].statusText).toBe("Processing");
    world.clock.forward(HOUR);
    await Promise.all([releaseMissed.handle(world.services), releaseMissed.handle(world.services)]);
    for (const { _id } of [first, second])
      expect((await orderOf(world, buyer, _id)).parts[0]).toMatchObject({
        statusText: "Cancelled",
        onCollection: { state: "missed", due: 0, excused: false },
      });
    expect([await stockOf(world, bread._id), await placesTaken(world)]).toEqual([50, 0]);
    for (const { email } of [merchant, buyer])
      expect(
        (await mailsSent(world, email ?? "")).filter(({ subject }) => subject.endsWith("not collected")),
      ).toHaveLength(2);
    expect(await entriesOf(world, merchant._id)).toEqual([]);
    const orderOnSaturday = () => order(buyer, { day: "2026-03-14" });
    expect(outcomeOf(await orderOnSaturday())).toBe("pays_by_card");
    expect(outcomeOf(await order(buyer, { day: "2026-03-14", paymentMethod: "Card" }))).toBe("done");
    expect((await sale(first._id, "/excuse", {})).body.data.onCollection.excused).toBe(true);
    expect(outcomeOf(await orderOnSaturday())).toBe("done");
    await expectSound(world);
  });

  test("of a buyer who closes the account is called off, and the merchant is told", async () => {
    await allowPayingThere(world);
    const { order, merchant, bread, sale } = await aPaidThereStall(world);
    const buyer = await aUser(world);
    const { _id: id } = (await order(buyer)).body.order;
    const deletion = await world.call("DELETE", "/user", { token: buyer.token, body: { password: PASSWORD } });
    expect(deletion.status).toBe(200);
    expect((await sale(id)).body.data).toMatchObject({ statusText: "Cancelled", user: { firstName: "Former" } });
    expect(await stockOf(world, bread._id)).toBe(50);
    expect((await mailsSent(world, merchant.email ?? "")).map(({ subject }) => subject)).toContain(
      `Order #${(await sale(id)).body.data.itemId} was refunded`,
    );
    const [row] = await world.services.db.selectFrom("collectionPayments").selectAll().execute();
    expect(row).toMatchObject({ buyerId: null, missedAt: null });
  });
});

/** All books agree, and days that are booked anew come out the same. */
async function expectSound(world: World): Promise<void> {
  expect(await wrongInBooks(world.services.db)).toEqual([]);
  await expectBridged(world);
  const { days, dayProducts } = await booksFromOrders(world);
  expect({ days, dayProducts }).toEqual(await keptDays(world));
  await keptBooks(world);
}
