import { expect, test } from "vitest";
import { failBankPayout, payOutToBank } from "../../../tests/fakes/stripe/bank-payouts";
import { endDispute, newDispute } from "../../../tests/fakes/stripe/disputes";
import {
  act,
  accountAt,
  aSale,
  fake,
  hear,
  throughStripe,
  withFreshStripe,
  work,
} from "../../../tests/fixtures/payouts";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { deliverLongShipped } from "~/features/merchant-orders/deliver.server";
import { inTransaction } from "~/platform/database/database.server";
import { EVENTS } from "./event-schema";
import { EVENT_TYPES } from "./plain-schema";
import { tellStock } from "./tell-stock.server";
import { listenersOf } from "./write-events.server";

withFreshStripe();

/** Adds a webhook for a merchant. Returns a function that reads its events and checks them against their schemas. */
async function listener(world: World, token: string) {
  const body = { url: "https://93.184.215.14/hooks", events: EVENT_TYPES };
  expect((await world.call("POST", "/merchant/webhooks", { token, body })).status).toBe(201);
  return async () => {
    const rows = await world.services.db.selectFrom("webhookDeliveries").select("body").orderBy("_id").execute();
    return rows.map((row) => {
      const event = JSON.parse(row.body) as { type: string; data: Record<string, unknown> };
      const { schema } = EVENTS.find(({ type }) => type === event.type)!;
      expect(schema.strict().parse(event)).toEqual(event);
      expect(row.body).not.toMatch(/Ada|Byron|@/);
      return event;
    });
  };
}

const typesOf = async (events: () => Promise<{ type: string }[]>) => (await events()).map(({ type }) => type);

onBothDatabases(
  "events of steps",
  (world) => {
    test("tell that an order is sent, has arrived and is paid out, each once", async () => {
      const { merchant, orderId } = await aSale(world);
      const events = await listener(world, merchant.token);
      const shipment = { carrier: "DHL", trackingNumber: "JD01" };
      await act(world, merchant.token, orderId, "ship", shipment);
      await act(world, merchant.token, orderId, "ship", { ...shipment, carrier: "UPS" });
      world.clock.forward(1);
      await act(world, merchant.token, orderId, "deliver");
      await act(world, merchant.token, orderId, "deliver");
      world.clock.forward(1);
      await work(world, 2);
      expect(await events()).toMatchObject([
        { type: "order.shipped", data: { order: orderId, status: "Shipped", ...shipment } },
        { type: "order.delivered", data: { order: orderId, status: "Delivered", deliveredBy: "merchant" } },
        { type: "payout.sent", data: { payout: { order: orderId, amount: 9 } } },
      ]);
    });

    test("tell of many orders that are sent at once, and of those that count as arrived", async () => {
      const { merchant, orderId } = await aSale(world);
      const events = await listener(world, merchant.token);
      const body = { shipments: [{ order: orderId, carrier: "", trackingNumber: "" }] };
      await world.call("POST", "/product/order/merchant/ship", { token: merchant.token, body });
      world.clock.forward(15 * 86_400);
      await world.runner.drain([deliverLongShipped.kind]);
      expect(await events()).toMatchObject([
        { type: "order.shipped", data: { order: orderId } },
        { type: "order.delivered", data: { order: orderId, deliveredBy: "time" } },
      ]);
    });

    test("tell that a bank asks for the payment back, and what it has decided", async () => {
      const { merchant, orderId, intentId } = await aSale(world);
      const events = await listener(world, merchant.token);
      const { id } = newDispute(fake.store, intentId, "product_not_received");
      await hear(world);
      endDispute(fake.store, id, "won");
      await hear(world);
      expect((await events()).filter(({ type }) => type === "order.disputed")).toMatchObject([
        { data: { order: orderId, dispute: { _id: id, status: "open", amount: 10, reason: "product_not_received" } } },
        { data: { dispute: { _id: id, status: "won" } } },
      ]);
    });

    test("tell that a bank has sent a payout back", async () => {
      const { merchant, orderId } = await aSale(world);
      const events = await listener(world, merchant.token);
      await act(world, merchant.token, orderId, "ship");
      await act(world, merchant.token, orderId, "deliver");
      await work(world, 2);
      const { id } = payOutToBank(fake.store, accountAt(merchant._id).id);
      failBankPayout(fake.store, id);
      await hear(world);
      await hear(world);
      expect((await events()).filter(({ type }) => type === "payout.failed")).toMatchObject([
        { data: { payout: null, amount: 9 } },
      ]);
    });

    test("tell the stock that is left: of what was bought, came back, or was set", async () => {
      const merchant = await aUser(world, { privilege: "merchant" });
      const pears = await aProduct(world, { merchantId: merchant._id, quantity: 5, title: "Pears" });
      const events = await listener(world, merchant.token);
      const sale = await aSale(world, { beside: [{ product: pears._id, quantity: 2 }] });
      const left = async () =>
        (await events())
          .filter(({ type }) => type === "product.stock_changed")
          .map(({ data }) => (data["products"] as { variants: { quantity: number }[] }[])[0]?.variants[0]?.quantity);
      expect(await left()).toEqual([3]);
      world.clock.forward(1);
      await act(world, merchant.token, sale.orderId, "cancel", { reason: "Hail." });
      await work(world);
      expect(await left()).toEqual([3, 5]);
      world.clock.forward(1);
      const body = { products: [{ product: pears._id, quantity: 8 }] };
      expect((await world.call("PUT", "/product/manage-product/stock", { token: merchant.token, body })).status).toBe(
        200,
      );
      await work(world);
      expect(await left()).toEqual([3, 5, 8]);
      expect(await typesOf(events)).toContain("order.placed");
    });

    test("tell each merchant the stock of their own products alone, and nothing where none is theirs", async () => {
      const stall = async (title: string) => {
        const merchant = await aUser(world, { privilege: "merchant" });
        await listener(world, merchant.token);
        return { merchant, product: await aProduct(world, { merchantId: merchant._id, title }) };
      };
      const stalls = [await stall("Pears"), await stall("Plums"), await stall("Figs")] as const;
      const { db } = world.services;
      const productIds = [stalls[0].product._id, stalls[1].product._id];
      await inTransaction(db, async (trx) => {
        const listeners = await listenersOf(
          trx,
          stalls.map(({ merchant }) => merchant._id),
        );
        await tellStock(trx, world.services, listeners, productIds);
      });
      const deliveries = await db
        .selectFrom("webhookDeliveries as d")
        .innerJoin("webhookEndpoints as e", "e._id", "d.endpointId")
        .select(["e.merchantId", "d.body"])
        .where("d.type", "=", "product.stock_changed")
        .orderBy("d._id")
        .execute();
      const titles = deliveries.map(({ merchantId, body }) => [
        merchantId,
        (JSON.parse(body).data.products as { title: string }[]).map(({ title }) => title),
      ]);
      expect(new Map(titles as [string, string[]][])).toEqual(
        new Map([
          [stalls[0].merchant._id, ["Pears"]],
          [stalls[1].merchant._id, ["Plums"]],
        ]),
      );
      expect(deliveries).toHaveLength(2);
    });
  },
  throughStripe,
);
