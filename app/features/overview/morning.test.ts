import { expect, test } from "vitest";
import { bought } from "../../../tests/fixtures/books";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { counted, onBothDatabases, type World } from "../../../tests/fixtures/world";

const morning = async (world: World, token: string) =>
  (await world.call("GET", "/product/morning", { token })).body.data;
const orderIds = async (world: World, token: string, filter: string) =>
  (await world.call("GET", `/product/manage-product?only=${filter}`, { token })).body.data;

const NOTHING = {
  toShip: { count: 0, oldest: null },
  outOfStock: 0,
  lowStock: 0,
  lowStockAt: 20,
  sentBack: { count: 0, docs: [] },
  takenOff: { count: 0, docs: [] },
  payoutsHeld: 0,
};

onBothDatabases("a merchant's morning", (world) => {
  test("names the orders that are to be sent and since when, and nothing of anybody else", async () => {
    const [merchant, otherMerchant] = [
      await aUser(world, { privilege: "merchant" }),
      await aUser(world, { privilege: "merchant" }),
    ];
    const [apples, bread] = [
      await aProduct(world, { merchantId: merchant._id }),
      await aProduct(world, { merchantId: otherMerchant._id, quantity: 3 }),
    ];
    const buyer = await aUser(world);
    const first = await bought(world, buyer.token, [[apples._id, 1]]);
    const since = world.clock.now().toISOString();
    world.clock.forward(3600);
    await bought(world, buyer.token, [[apples._id, 1]]);
    await bought(world, buyer.token, [[bread._id, 3]]);
    expect(await morning(world, merchant.token)).toEqual({ ...NOTHING, toShip: { count: 2, oldest: since } });
    expect(await morning(world, otherMerchant.token)).toMatchObject({ toShip: { count: 1 }, outOfStock: 1 });
    await world.call("POST", `/product/order/merchant/${first}/ship`, { token: merchant.token, body: {} });
    expect((await morning(world, merchant.token)).toShip).toEqual({
      count: 1,
      oldest: world.clock.now().toISOString(),
    });
    expect((await world.call("GET", "/product/morning", { token: buyer.token })).status).toBe(403);
  });

  test("counts what runs low by the merchant's own mark, and each count is the length of its list", async () => {
    const { db } = world.services;
    const { _id: merchantId, token } = await aUser(world, { privilege: "merchant" });
    await db.updateTable("stores").set({ lowStockAt: 5 }).where("userId", "=", merchantId).execute();
    for (const quantity of [0, 0, 1, 5, 6, 100]) await aProduct(world, { merchantId, quantity });
    await aProduct(world, { merchantId, quantity: 0, availType: "draft" });
    await aProduct(world, { merchantId, quantity: 2, deletedAt: "2026-01-01T00:00:00.000Z", isPublic: 0 });
    const back = { availType: "draft", sentBackReason: "Too dark a picture." } as const;
    for (let n = 0; n < 4; n += 1) await aProduct(world, { merchantId, title: `Draft ${n}`, ...back });
    await aProduct(world, {
      merchantId,
      isPublic: 0,
      takenOffAt: "2026-01-01T00:00:00.000Z",
      takenOffReason: "Glass.",
    });
    const { answer, statements } = await counted(() => morning(world, token));
    expect(answer).toMatchObject({ outOfStock: 2, lowStock: 2, lowStockAt: 5 });
    expect(answer.sentBack.count).toBe(4);
    expect(answer.sentBack.docs.map((doc: { title: string; reason: string }) => [doc.title, doc.reason])).toEqual(
      ["Draft 3", "Draft 2", "Draft 1"].map((title) => [title, "Too dark a picture."]),
    );
    expect(answer.takenOff).toMatchObject({ count: 1, docs: [{ reason: "Glass." }] });
    // One of the statements reads the caller.
    expect(statements).toBeLessThanOrEqual(3);
    for (const [filter, count] of [
      ["out-of-stock", 2],
      ["low-stock", 2],
      ["sent-back", 4],
      ["taken-off", 1],
    ] as const)
      expect([filter, (await orderIds(world, token, filter)).total]).toEqual([filter, count]);
    expect((await orderIds(world, token, "low-stock")).docs.map((doc: { quantity: number }) => doc.quantity)).toEqual([
      5, 1,
    ]);
    expect((await world.call("GET", "/product/manage-product?only=rotten", { token })).status).toBe(422);
  });

  test("says how many payouts are held back, and for how long only their day keeps them they are not", async () => {
    const { db } = world.services;
    const { _id: merchantId, token } = await aUser(world, { privilege: "merchant" });
    const product = await aProduct(world, { merchantId });
    const orderId = await bought(world, (await aUser(world)).token, [[product._id, 1]]);
    const { _id: partId } = await db
      .selectFrom("orderParts")
      .select("_id")
      .where("orderId", "=", orderId)
      .executeTakeFirstOrThrow();
    const createdAt = world.clock.now().toISOString();
    const sums = { netCents: 0, feeCents: 0, amountCents: 0, givenBackCents: 0 };
    const newPayout = { accountId: null, providerId: null, startedAt: null, doneAt: null };
    const payout = { _id: orderId, partId, orderId, merchantId, ...sums, ...newPayout, createdAt, dueAt: createdAt };
    await db.insertInto("payouts").values(payout).execute();
    const isHeld = async () => (await morning(world, token)).payoutsHeld;
    expect(await isHeld()).toBe(1);
    await db
      .insertInto("payoutAccounts")
      .values({ merchantId, accountId: "acct_1", ready: 1, submitted: 1, problem: "", createdAt, updatedAt: createdAt })
      .execute();
    expect(await isHeld()).toBe(0);
    await db.updateTable("orders").set({ disputedAt: createdAt }).execute();
    expect(await isHeld()).toBe(1);
    await db.updateTable("orders").set({ disputeEndedAt: createdAt }).execute();
    await db.updateTable("stores").set({ status: "suspended" }).where("userId", "=", merchantId).execute();
    expect(await isHeld()).toBe(1);
  });
});
