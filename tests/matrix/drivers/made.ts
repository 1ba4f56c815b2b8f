import { openAsBlob } from "node:fs";
import { WAIT_MS } from "../../../scripts/gate/patience.mjs";
import type { Arrival } from "../driver";
import { aMerchant, call, onSale, type Lane } from "../people";
import type { OwnShop } from "../shop-of-its-own";

/* Records that a form needs before it can be reached, made through the service. */

export const BILLING = {
  firstName: "Wanda",
  lastName: "Walker",
  streetAddress: "12 Orchard Row",
  city: "Burlington",
  countryRegion: "United States",
};

export const CARD = { number: "4242 4242 4242 4242", expiry: "04 / 34", cvc: "123" };

/** Fills the buyer's cart with `quantity` pieces of the lane's product and nothing else. */
export async function cartOf(shop: OwnShop, { buyer, product }: Lane, quantity = 1): Promise<void> {
  await call(shop, buyer.token, "DELETE", "/user/cart");
  if (quantity > 0) await call(shop, buyer.token, "PUT", `/user/cart/${product}`, { quantity });
}

interface Payment {
  orderId: string;
  stripeId: string;
  clientSecret: string;
}

/** Begins a checkout that waits for its payment. `options` are further fields, such as the chosen delivery methods. */
export async function checkedOut(shop: OwnShop, lane: Lane, quantity = 1, options: object = {}): Promise<Payment> {
  await cartOf(shop, lane, quantity);
  const carts = [{ product: lane.product, quantity }];
  const { data, payment } = await call<{ data: string; payment: { orderId: string; stripeId: string } }>(
    shop,
    lane.buyer.token,
    "POST",
    "/product/payment/initialize",
    { carts, billing: BILLING, ...options },
  );
  return { ...payment, clientSecret: data };
}

/** Makes a paid order. Returns its id. */
export async function paid(
  shop: OwnShop,
  lane: Lane,
  quantity = 1,
  number = "4242424242424242",
  options: object = {},
): Promise<string> {
  const { clientSecret, stripeId, orderId } = await checkedOut(shop, lane, quantity, options);
  const card = { number, expiry: "04/34", cvc: "123" };
  await call(shop, "", "POST", "/test-payments/confirm", { clientSecret, ...card });
  await call(shop, lane.buyer.token, "POST", "/product/payment/finalize", { stripeId });
  return orderId;
}

/** Makes a paid order of two pieces to collect. Returns the part, the page to change it, and a later time. */
export async function toCollect(shop: OwnShop, lane: Lane, title: string) {
  const merchant = await aMerchant(shop);
  const product = await onSale(shop, { ...lane, merchant, categoryId: merchant.categoryId }, title);
  const times = [{ weekday: 6, from: "09:00", to: "12:00", cutOff: { hoursBefore: 0 } }];
  const way = { kind: "collection", name: "Market", address: "1 Market Square", times };
  const { data } = await call<{ data: { _id: string } }>(shop, merchant.token, "POST", "/merchant/ways", way);
  const days = await call<{ data: { options: { slots: { day: string; from: string; closed: string | null }[] }[] }[] }>(
    shop,
    "",
    "POST",
    "/product/delivery/options",
    { carts: [{ product, quantity: 1 }] },
  );
  const [slot, later] = days.data[0]!.options[0]!.slots.filter(({ closed }) => closed === null);
  const { day, from } = slot!;
  const ways = [{ merchant: merchant.id, method: data._id, day, from }];
  const order = await paid(shop, { ...lane, product }, 2, undefined, { ways });
  const part = shop.text('select _id from "orderParts" where "orderId" = ?', order);
  return { part, path: `/customer/order_history/${order}/change/${part}`, later: `${later!.day}T${later!.from}` };
}

/** Makes a delivered order of a new product. Returns its line. */
export async function arriveWithProduct(shop: OwnShop, lane: Lane, title: string) {
  const product = await onSale(shop, lane, title);
  const order = await paid(shop, { ...lane, product });
  const now = new Date().toISOString();
  shop.write(
    `update "orderParts" set "statusText" = 'Delivered', "shippedAt" = ?, "deliveredAt" = ? where "orderId" = ?`,
    now,
    now,
    order,
  );
  return { product, order, line: shop.text('select _id from "orderLines" where "orderId" = ?', order) };
}

/** Reviews such a line with this word. Returns the review's id. */
export async function reviewed(shop: OwnShop, lane: Lane, word: string) {
  const { product, line } = await arriveWithProduct(shop, lane, `Pears ${word}`);
  await call(shop, lane.buyer.token, "PUT", `/user/order-lines/${line}/review`, { stars: 3, text: `Dry, ${word}.` });
  return { product, review: shop.text('select _id from reviews where "lineId" = ?', line) };
}

/** Makes a paid order of a piece of about 300 g at $20.00 per kilo, which is to be weighed. Returns its id. */
export async function weighedAndPaid(shop: OwnShop, lane: Lane, title: string): Promise<string> {
  // A new product, because other cells buy the lane's product by the piece at the same time.
  const product = await onSale(shop, lane, title);
  shop.write(
    `update variants set "amountCents" = 660, "priceCents" = 660, "contentMilli" = 300000, "contentUnit" = 'g',
      "unitPriceCents" = 2000, "weightUnit" = 'kg', "marginPercent" = 10 where _id = ?`,
    product,
  );
  return paid(shop, { ...lane, product });
}

/** A card of the test provider whose refunds fail a minute after they succeeded. */
export const REFUNDS_FAIL = "4000000000005126";

/** Makes a paid order whose refund the provider returned. Returns its id. */
export async function returnedRefund(shop: OwnShop, lane: Lane): Promise<string> {
  const order = await paid(shop, lane, 1, REFUNDS_FAIL);
  await call(shop, lane.operator.token, "POST", `/operator/orders/${order}/refund`, { reason: "Bruised." });
  await returnRefund(shop, lane, order);
  return order;
}

/** Waits until the refund of an order paid with this card is made, and lets the provider return it. */
export async function returnRefund(shop: OwnShop, { operator }: Lane, order: string): Promise<void> {
  const isMade = 'select count(*) from refunds where "orderId" = ? and "doneAt" is not null';
  const patience = AbortSignal.timeout(WAIT_MS);
  while (shop.count(isMade, order) === 0) {
    if (patience.aborted) throw new Error(`The refund of order ${order} is not made.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const intent = shop.text('select "intentId" from orders where _id = ?', order);
  // Makes the refund older than the minute.
  shop.write(`update "testRefunds" set "createdAt" = '2020-01-01T00:00:00.000Z' where "intentId" = ?`, intent);
  await call(shop, operator.token, "POST", `/operator/payments/${intent}/repair`);
}

/** Returns how many pieces of the lane's product are in its buyer's cart. */
export const inCart = (shop: OwnShop, { buyer, product }: Lane) =>
  shop.count('select quantity from "cartLines" where "userId" = ? and "productId" = ?', buyer.id, product);

/** Returns how often the lane's buyer has paid: payments at the provider or paid orders, whichever is more. */
export const payments = (shop: OwnShop, { buyer }: Lane) =>
  Math.max(
    shop.count(`select count(*) from "testIntents" where "buyerId" = ? and status = 'succeeded'`, buyer.id),
    shop.count(`select count(*) from orders where "buyerId" = ? and status = 'paid'`, buyer.id),
  );

/** Ships the order as the lane's merchant. */
export async function shipped(shop: OwnShop, { merchant }: Lane, order: string): Promise<void> {
  await call(shop, merchant.token, "POST", `/product/order/merchant/${order}/ship`, {});
}

/** Uploads a spreadsheet as the lane's merchant, to be checked. Returns the import's id. */
export async function checkedImport(shop: OwnShop, { merchant }: Lane, file: string): Promise<string> {
  const body = new FormData();
  body.set("file", await openAsBlob(file), "products.csv");
  const path = "/api/v1/product/manage-product/import";
  const answer = await fetch(shop.url + path, { method: "POST", headers: { Authorization: merchant.token }, body });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { data: { _id: string } }).data._id;
}

const marketDays = new Map<Lane, string>();

/**
 * Adds a new market day with this word as its name and no stalls. Returns its id. Deletes the lane's earlier market
 * day, because a market has a limit.
 */
export async function marketDay({ shop, lane, word }: Arrival): Promise<string> {
  const last = marketDays.get(lane);
  if (last)
    for (const [table, key] of [
      ["marketDayStalls", "marketDayId"],
      ["marketDays", "_id"],
    ])
      shop.write(`delete from "${table}" where "${key}" = ?`, last);
  const times = [{ weekday: 6, from: "09:00", to: "12:00", cutOff: { hoursBefore: 2 } }];
  const { data } = await call<{ data: { _id: string } }>(shop, lane.operator.token, "POST", "/operator/market-days", {
    name: word,
    address: "1 Market Square",
    times,
  });
  marketDays.set(lane, data._id);
  return data._id;
}
