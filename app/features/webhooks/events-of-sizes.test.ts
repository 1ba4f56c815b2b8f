import { expect, test } from "vitest";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { oats, orderOf } from "../../../tests/fixtures/sizes";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { eventExample } from "./event-examples";
import { EVENTS } from "./event-schema";
import { EVENT_TYPES, type EventType } from "./plain-schema";

const schemaOf = (type: string) => EVENTS.find((event) => event.type === type)!.schema;

/** Adds a webhook for a merchant. Returns a function that reads the data of its events of one type. */
async function listener({ call, services }: World, token: string) {
  const body = { url: "https://example.com/hook", events: EVENT_TYPES };
  expect((await call("POST", "/merchant/webhooks", { token, body })).status).toBe(201);
  return async (type: EventType) => {
    const rows = await services.db.selectFrom("webhookDeliveries").select("body").where("type", "=", type).execute();
    const events = rows.map((row) => JSON.parse(row.body));
    for (const event of events) expect(schemaOf(type).strict().parse(event)).toEqual(event);
    return events.map(({ data }) => data);
  };
}

test.each(EVENTS.map(({ type }) => type))("the example of %s is as its schema says", (type) => {
  const example = eventExample(type);
  expect(schemaOf(type).strict().parse(example)).toEqual(example);
});

onBothDatabases("events of goods in sizes", (world) => {
  test("an order tells each line's size, content and weights: ordered, at most, weighed and due", async () => {
    const { merchant, sack, _id } = await oats(world);
    const weighed = { contentMilli: 300_000, contentUnit: "g", unitPriceCents: 2000, weightUnit: "kg" } as const;
    const cheese = await aProduct(world, { merchantId: merchant._id, amountCents: 660, title: "Cheese", ...weighed });
    const events = await listener(world, merchant.token);
    const order = await orderOf(world, (await aUser(world)).token, [
      { product: _id, variant: sack, quantity: 1 },
      { product: cheese._id, quantity: 2 },
    ]);
    const size = {
      product: { _id, title: "Rolled oats, 5 kg sack", sku: "OAT-5" },
      variant: { _id: sack, name: "5 kg sack", content: { amount: 5, unit: "kg" } },
      price: 24,
    };
    const byWeight = (weights: (number | null)[], due: number | null) => ({
      variant: { _id: cheese._id, name: "", content: { amount: 300, unit: "g" } },
      weighed: { price: 20, per: "kg", weights, due },
      price: 6.6,
      quantity: 2,
    });
    expect(await events("order.placed")).toMatchObject([{ lines: [size, byWeight([null, null], null)] }]);
    expect((await events("order.placed"))[0].lines[0].weighed).toBeUndefined();
    const weights = [{ order: order._id, line: order.carts[1]._id, pieces: [280, 311] }];
    await world.call("POST", "/product/order/merchant/weights", { token: merchant.token, body: { weights } });
    expect(await events("order.refunded")).toMatchObject([
      { amountBack: 1.38, refunded: 1.38, lines: [size, byWeight([0.28, 0.311], 11.82)] },
    ]);
  });

  test("a product tells its sizes and its label when it is approved, sent back or sold out", async () => {
    const { merchant, sack, _id, save } = await oats(world);
    const events = await listener(world, merchant.token);
    const operator = await aUser(world, { privilege: "operator" });
    const food = { ingredients: "Rolled *oats*", allergens: { gluten: "contains" }, originCountry: "IE" };
    const decide = async (decision: "publish" | "send-back", overrides: object = {}) => {
      expect(
        (
          await save({
            variants: undefined,
            amount: "3.20",
            quantity: 10,
            sku: "OAT-1",
            barcode: "290",
            food,
            ...overrides,
          })
        ).status,
      ).toBe(200);
      const at = `/operator/review/${_id}`;
      const { version } = (await world.call("GET", at, { token: operator.token })).body.data;
      const body = { version, ...(decision === "send-back" && { reason: "Say where it grows." }) };
      const { status } = await world.call("POST", `${at}/${decision}`, { token: operator.token, body });
      expect(status).toBe(200);
    };
    const sizes = [
      { _id, name: "500 g bag", sku: "OAT-1", content: { amount: 500, unit: "g" } },
      { _id: sack, name: "5 kg sack", sku: "OAT-5", content: { amount: 5, unit: "kg" } },
    ];
    await decide("publish");
    expect(await events("product.approved")).toMatchObject([
      { change: true, product: { _id, sku: "OAT-1", variants: sizes, food } },
    ]);
    await decide("send-back", { food: { ...food, ingredients: "Oats" } });
    expect(await events("product.sent_back")).toMatchObject([{ change: true, product: { variants: sizes, food } }]);
    await orderOf(world, (await aUser(world)).token, [
      { product: _id, variant: _id, quantity: 10 },
      { product: _id, variant: sack, quantity: 2 },
    ]);
    expect(await events("product.out_of_stock")).toMatchObject([{ product: { _id, variants: sizes, food } }]);
  });
});
