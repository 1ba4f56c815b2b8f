import { expect, test, vi } from "vitest";
import { aPaidCheckout, aPaidOrder, confirm, initialize, statusOf } from "../../../tests/fixtures/checkout";
import { leaving } from "../../../tests/fixtures/leaving";
import { aProduct, aUser, mailsSent, stockOf } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { anonymiseOrdersOf } from "~/features/orders/anonymise-orders.server";
import { markDelivered } from "~/features/orders/order-parts.server";
import { lockOrder, markPaid } from "~/features/orders/order.server";
import { ProviderUnreachable } from "~/platform/cards/card-provider";
import { inTransaction } from "~/platform/database/database.server";

onBothDatabases("orders and checkouts of people who leave", (world) => {
  const { leave, anOrderOfSomebodyPrivate, tracesFound, markCompleted } = leaving(world);

  test("an order on its way keeps the name and street to arrive at, and loses them once it has arrived", async () => {
    const { buyer, order } = await anOrderOfSomebodyPrivate();
    await leave(buyer.token);
    expect(await tracesFound([buyer.email, "private@example.com", "5550177", "The blue door"])).toEqual([]);
    const shipping = async () =>
      JSON.parse(
        (
          await world.services.db
            .selectFrom("orders")
            .select("shipping")
            .where("_id", "=", order._id)
            .executeTakeFirstOrThrow()
        ).shipping,
      ) as object;
    expect(await shipping()).toMatchObject({ firstName: "Ada", streetAddress: "9 Hidden Close" });
    await world.runner.drain(["sweep"]);
    expect(await shipping()).toMatchObject({ streetAddress: "9 Hidden Close" });
    await markCompleted(order._id);
    await world.runner.drain(["sweep"]);
    expect(await tracesFound(["9 Hidden Close", "Ada"])).toEqual([]);
  });

  test("a checkout that is paid becomes an order first, with an address for its merchant", async () => {
    const { buyer, product, orderId } = await aPaidCheckout(world);
    await leave(buyer.token);
    expect(await statusOf(world, orderId)).toBe("paid");
    const merchant = await world.services.db
      .selectFrom("users")
      .select("email")
      .where("_id", "=", product.merchantId)
      .executeTakeFirstOrThrow();
    expect((await mailsSent(world, merchant.email ?? ""))[0]?.text).toContain("12 Orchard Row");
  });

  test("a checkout that is not paid gives its stock back at once", async () => {
    const buyer = await aUser(world);
    const product = await aProduct(world, { quantity: 5 });
    const { body } = await initialize(world, buyer.token, [{ product: product._id, quantity: 2 }]);
    await leave(buyer.token);
    expect([await statusOf(world, body.payment.orderId), await stockOf(world, product._id)]).toEqual(["released", 5]);
    expect(await tracesFound([buyer.email, "12 Orchard Row"])).toEqual([]);
  });

  test("a checkout that was paid and cannot become an order keeps nobody, and its money goes back", async () => {
    const { buyer, orderId } = await aPaidCheckout(world);
    await world.services.db.updateTable("testIntents").set({ amountCents: 200 }).execute();
    expect((await leave(buyer.token)).status).toBe(200);
    await world.runner.drain();
    expect(await statusOf(world, orderId)).toBe("refused");
    expect(await world.services.db.selectFrom("testIntents").select("refundedCents").execute()).toEqual([
      { refundedCents: 200 },
    ]);
  });

  test("a payment that goes through after its payer has left becomes no order, and its money goes back", async () => {
    const buyer = await aUser(world);
    const product = await aProduct(world, { quantity: 5 });
    const { body } = await initialize(world, buyer.token, [{ product: product._id, quantity: 2 }]);
    const { db, cards } = world.services;
    const cancelling = vi
      .spyOn(cards, "cancel")
      .mockImplementationOnce(async (id) => ({ ...(await cards.retrieve(id)), status: "processing" }));
    expect((await leave(buyer.token)).status).toBe(200);
    cancelling.mockRestore();
    await confirm(world, body.data);
    world.clock.forward(60);
    await world.runner.drain(["payments.reconcile"]);
    await world.runner.drain();
    expect([await statusOf(world, body.payment.orderId), await stockOf(world, product._id)]).toEqual(["refused", 5]);
    expect(await db.selectFrom("testIntents").select("refundedCents").execute()).toEqual([{ refundedCents: 500 }]);
    expect((await mailsSent(world)).filter(({ to }) => !to)).toEqual([]);
  });

  test("an order that is placed in the same moment keeps the address to arrive at", async () => {
    const { orderId, buyer, stripeId } = await aPaidCheckout(world);
    const { db } = world.services;
    let forgetting: Promise<void> | undefined;
    await inTransaction(db, async (trx) => {
      await lockOrder(trx, world.services.dialect, orderId);
      forgetting = inTransaction(db, (secondTrx) => anonymiseOrdersOf(secondTrx, world.services, buyer._id));
      await new Promise((resolve) => setTimeout(resolve, 100));
      await markPaid(trx, orderId, stripeId, world.clock.now().toISOString());
    });
    await forgetting;
    expect(await tracesFound(["12 Orchard Row"])).toEqual(["12 Orchard Row"]);
  });

  test("an order that its merchant marks as delivered in the same moment keeps it while that may be taken back", async () => {
    const { buyer, order } = await aPaidOrder(world);
    const { db } = world.services;
    const deliveredAt = world.clock.now().toISOString();
    const { _id } = await db.selectFrom("orderParts").select("_id").executeTakeFirstOrThrow();
    await db.updateTable("orderParts").set({ statusText: "Shipped", shippedAt: deliveredAt }).execute();
    let forgetting: Promise<void> | undefined;
    await inTransaction(db, async (trx) => {
      await lockOrder(trx, world.services.dialect, order._id);
      forgetting = inTransaction(db, (secondTrx) => anonymiseOrdersOf(secondTrx, world.services, buyer._id));
      await new Promise((resolve) => setTimeout(resolve, 100));
      await markDelivered(trx, order._id, _id, { deliveredAt, deliveredBy: "merchant" });
    });
    await forgetting;
    const orderRow = await db.selectFrom("orders").select(["isCompleted", "shipping"]).executeTakeFirstOrThrow();
    expect([orderRow.isCompleted, orderRow.shipping]).toEqual([1, expect.stringContaining("12 Orchard Row")]);
  });

  test("who has a checkout under way can leave once its payment can be ended", async () => {
    const buyer = await aUser(world);
    const product = await aProduct(world);
    await initialize(world, buyer.token, [{ product: product._id, quantity: 1 }]);
    const cancelling = vi.spyOn(world.services.cards, "cancel").mockRejectedValueOnce(new ProviderUnreachable("down"));
    const refusal = await leave(buyer.token);
    cancelling.mockRestore();
    expect([refusal.status, refusal.body.error[0].code]).toEqual([503, "card_provider_unreachable"]);
    expect((await world.call("GET", "/user", { token: buyer.token })).status).toBe(200);
    expect((await leave(buyer.token)).status).toBe(200);
  });

  test("a checkout that waits for the card provider meanwhile makes no order any more", async () => {
    const [buyer, first, second] = [
      await aUser(world),
      await aProduct(world),
      await aProduct(world, { title: "Late plums", quantity: 5 }),
    ];
    await initialize(world, buyer.token, [{ product: first._id, quantity: 1 }]);
    const { cards } = world.services;
    const cancel = cards.cancel.bind(cards);
    const cancelling = vi.spyOn(cards, "cancel").mockImplementationOnce(async (id) => {
      expect((await leave(buyer.token)).status).toBe(200);
      return cancel(id);
    });
    const refusal = await initialize(world, buyer.token, [{ product: second._id, quantity: 1 }]);
    cancelling.mockRestore();
    expect([refusal.status, refusal.body.error?.[0].code]).toEqual([401, "dead_token"]);
    expect(await stockOf(world, second._id)).toBe(5);
    expect(await tracesFound([buyer.email, "12 Orchard Row"])).toEqual([]);
  });

  test("the same cart once more brings nobody back who has left meanwhile", async () => {
    const buyer = await aUser(world);
    const carts = [{ product: (await aProduct(world))._id, quantity: 1 }];
    await initialize(world, buyer.token, carts);
    const { cards, db } = world.services;
    const retrieve = cards.retrieve.bind(cards);
    const retrieving = vi.spyOn(cards, "retrieve").mockImplementationOnce(async (id) => {
      await inTransaction(db, (trx) => anonymiseOrdersOf(trx, world.services, buyer._id));
      return retrieve(id);
    });
    const refusal = await initialize(world, buyer.token, carts);
    retrieving.mockRestore();
    expect([refusal.status, refusal.body.error?.[0].code]).toEqual([409, "checkout_running"]);
    expect(await tracesFound(["12 Orchard Row"])).toEqual([]);
  });
});
