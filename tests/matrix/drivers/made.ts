import { openAsBlob } from "node:fs";
import { call, type Lane } from "../people";
import type { OwnShop } from "../shop-of-its-own";

/* What a form needs before it can be reached, made through the service. */

export const BILLING = {
  firstName: "Wanda",
  lastName: "Walker",
  streetAddress: "12 Orchard Row",
  city: "Burlington",
  countryRegion: "United States",
};

export const CARD = { number: "4242 4242 4242 4242", expiry: "04 / 34", cvc: "123" };

/** The buyer's cart holds the lane's product, so many of it, and nothing else. */
export async function cartOf(shop: OwnShop, { buyer, product }: Lane, quantity = 1): Promise<void> {
  await call(shop, buyer.token, "DELETE", "/user/cart");
  if (quantity > 0) await call(shop, buyer.token, "PUT", `/user/cart/${product}`, { quantity });
}

interface Payment {
  orderId: string;
  stripeId: string;
  clientSecret: string;
}

/** A checkout that waits for its payment. */
export async function checkedOut(shop: OwnShop, lane: Lane, quantity = 1): Promise<Payment> {
  await cartOf(shop, lane, quantity);
  const carts = [{ product: lane.product, quantity }];
  const { data, payment } = await call<{ data: string; payment: { orderId: string; stripeId: string } }>(
    shop,
    lane.buyer.token,
    "POST",
    "/product/payment/initialize",
    { carts, billing: BILLING },
  );
  return { ...payment, clientSecret: data };
}

/** A paid order; answers its id. */
export async function paid(shop: OwnShop, lane: Lane, quantity = 1): Promise<string> {
  const { clientSecret, stripeId, orderId } = await checkedOut(shop, lane, quantity);
  const card = { number: "4242424242424242", expiry: "04/34", cvc: "123" };
  await call(shop, "", "POST", "/test-payments/confirm", { clientSecret, ...card });
  await call(shop, lane.buyer.token, "POST", "/product/payment/finalize", { stripeId });
  return orderId;
}

/** How many of the lane's product lie in its buyer's cart. */
export const inCart = (shop: OwnShop, { buyer, product }: Lane) =>
  shop.count('select quantity from "cartLines" where "userId" = ? and "productId" = ?', buyer.id, product);

/** How often the lane's buyer has paid: with the provider, or by order, whichever is more. */
export const payments = (shop: OwnShop, { buyer }: Lane) =>
  Math.max(
    shop.count(`select count(*) from "testIntents" where "buyerId" = ? and status = 'succeeded'`, buyer.id),
    shop.count(`select count(*) from orders where "buyerId" = ? and status = 'paid'`, buyer.id),
  );

/** The lane's merchant has sent the order. */
export async function shipped(shop: OwnShop, { merchant }: Lane, order: string): Promise<void> {
  await call(shop, merchant.token, "POST", `/product/order/merchant/${order}/ship`, {});
}

/** A spreadsheet that the lane's merchant has sent to be checked; answers the import's id. */
export async function checked(shop: OwnShop, { merchant }: Lane, file: string): Promise<string> {
  const body = new FormData();
  body.set("file", await openAsBlob(file), "products.csv");
  const path = "/api/v1/product/manage-product/import";
  const answer = await fetch(shop.url + path, { method: "POST", headers: { Authorization: merchant.token }, body });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { data: { _id: string } }).data._id;
}
