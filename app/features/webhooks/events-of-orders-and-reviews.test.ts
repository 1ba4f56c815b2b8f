import { expect, test } from "vitest";
import { aPaidOrder } from "../../../tests/fixtures/checkout";
import { isSignedWith } from "../../../tests/fixtures/receiver";
import { aProduct, aUser, setSold } from "../../../tests/fixtures/shop";
import { toLocalServers, withWebhooks } from "../../../tests/fixtures/webhooks";
import { counted, onBothDatabases } from "../../../tests/fixtures/world";
import { issueToken } from "~/features/accounts/tokens.server";
import { inTransaction } from "~/platform/database/database.server";
import { EVENTS } from "./event-schema";
import type { EventType } from "./plain-schema";
import { tellOrderPlaced } from "./tell.server";

onBothDatabases(
  "events of orders and reviews",
  (world) => {
    const hooks = withWebhooks(world);
    const db = () => world.services.db;
    const types = () => hooks.receiver.received.map(({ event }) => event.type);

    /** Adds a webhook for the merchant of an order. */
    async function listensTo(orderId: string) {
      const { merchantId } = await db()
        .selectFrom("orderParts")
        .select("merchantId")
        .where("orderId", "=", orderId)
        .executeTakeFirstOrThrow();
      return hooks.listen(await issueToken(db(), world.services, merchantId));
    }

    test("an order, its refund and its cancellation are told as documented, signed, and without a word of the buyer", async () => {
      const first = await aPaidOrder(world, { quantity: 2, stock: 2 });
      const hook = await listensTo(first.orderId);
      const operator = await aUser(world, { privilege: "operator" });
      const buyer = await aUser(world, { firstName: "Zuleika", lastName: "Dobson" });
      await setSold(db(), { quantity: 2 }, first.product._id);
      const initialized = await world.call("POST", "/product/payment/initialize", {
        token: buyer.token,
        body: {
          carts: [{ product: first.product._id, quantity: 2 }],
          billing: {
            firstName: "Zuleika",
            lastName: "Dobson",
            streetAddress: "12 Orchard Row",
            city: "Burlington",
            countryRegion: "United States",
          },
        },
      });
      await world.call("POST", "/test-payments/confirm", {
        body: { clientSecret: initialized.body.data, number: "4242 4242 4242 4242", expiry: "04/30", cvc: "123" },
      });
      const { stripeId, orderId } = initialized.body.payment;
      await world.call("POST", "/product/payment/finalize", { token: buyer.token, body: { carts: [], stripeId } });
      const line = await db()
        .selectFrom("orderLines")
        .select("_id")
        .where("orderId", "=", orderId)
        .executeTakeFirstOrThrow();
      const refunded = await world.call("POST", `/operator/orders/${orderId}/refund`, {
        token: operator.token,
        body: { reason: "One was bruised.", lines: [{ lineId: line._id, quantity: 1 }], restock: false },
      });
      expect(refunded.status).toBe(200);
      const cancelled = await world.call("POST", `/product/order/merchant/${orderId}/cancel`, {
        token: hook.token,
        body: { reason: "Hail." },
      });
      expect(cancelled.status).toBe(200);
      await world.runner.drain();

      expect(types().filter((type) => type === "product.stock_changed")).toHaveLength(3);
      expect(
        types()
          .filter((type) => type !== "product.stock_changed")
          .toSorted(),
      ).toEqual(["order.cancelled", "order.placed", "order.refunded", "product.out_of_stock"]);
      for (const { body, headers, event } of hooks.receiver.received) {
        expect([event.type, isSignedWith({ headers, body }, hook.secret)]).toEqual([event.type, true]);
        expect([event.type, isSignedWith({ headers, body: `${body} ` }, hook.secret)]).toEqual([event.type, false]);
        expect(body).not.toMatch(/Zuleika|Dobson|Orchard|Burlington|@|Hail|bruised/);
        const { schema } = EVENTS.find(({ type }) => type === event.type)!;
        expect(schema.strict().parse(event)).toEqual(event);
      }
      const of = (type: EventType) => hooks.receiver.received.find(({ event }) => event.type === type)?.event.data;
      const price = of("order.placed").lines[0].price;
      expect(of("order.placed")).toMatchObject({
        order: orderId,
        status: "Processing",
        amount: 2 * price,
        refunded: 0,
      });
      expect(of("order.refunded")).toMatchObject({ status: "Processing", refunded: price, amountBack: price });
      expect(of("order.cancelled")).toMatchObject({ status: "Cancelled", refunded: 2 * price, amountBack: price });
      expect(of("product.out_of_stock").product._id).toBe(first.product._id);
    });

    test("an order that an operator gives back whole is told as refunded, not as cancelled", async () => {
      const { orderId } = await aPaidOrder(world);
      await listensTo(orderId);
      const { token } = await aUser(world, { privilege: "operator" });
      await world.call("POST", `/operator/orders/${orderId}/refund`, { token, body: { reason: "It never came." } });
      await world.runner.drain();
      const ofOrders = hooks.receiver.received.filter(({ event }) => event.type.startsWith("order."));
      expect(ofOrders.map(({ event }) => [event.type, event.data.status])).toEqual([["order.refunded", "Refunded"]]);
    });

    test("a review is told, whatever it decides", async () => {
      const operator = await aUser(world, { privilege: "operator" });
      const hook = await hooks.aListener();
      for (const [decision, more] of [
        ["publish", {}],
        ["send-back", { reason: "The picture is blurred." }],
      ] as const) {
        const waiting = await aProduct(world, { merchantId: hook.merchant._id, availType: "in-review" });
        const { body } = await world.call("GET", `/operator/review/${waiting._id}`, { token: operator.token });
        const { status } = await world.call("POST", `/operator/review/${waiting._id}/${decision}`, {
          token: operator.token,
          body: { version: body.data.version, ...more },
        });
        expect([decision, status]).toEqual([decision, 200]);
      }
      await world.runner.drain();
      expect(
        hooks.receiver.received.map(({ event }) => [event.type, event.data.change, event.data.reason]).toSorted(),
      ).toEqual([
        ["product.approved", false, undefined],
        ["product.sent_back", false, "The picture is blurred."],
      ]);
    });

    test("an order costs two statements more where nobody listens", async () => {
      const { orderId } = await aPaidOrder(world);
      const order = await db().selectFrom("orders").selectAll().where("_id", "=", orderId).executeTakeFirstOrThrow();
      const lines = await db().selectFrom("orderLines").selectAll().where("orderId", "=", orderId).execute();
      const { statements } = await inTransaction(db(), (trx) =>
        counted(() => tellOrderPlaced(trx, world.services, order, lines)),
      );
      expect(statements).toBe(2);
    });
  },
  toLocalServers,
);
