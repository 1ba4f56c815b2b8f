import { DEMO_PASSWORD, newEmail, PASSWORD } from "../e2e/shop";
import type { OwnShop } from "./shop-of-its-own";

/** A person with an account, and the token of a session. */
export interface Person {
  id: string;
  email: string;
  password: string;
  token: string;
  login: string;
}

/** All people whom a cell needs. Only one cell uses them at a time, so their records can be counted. */
export interface Lane {
  buyer: Person;
  merchant: Person;
  operator: Person;
  /** A product of the merchant, on sale. */
  product: string;
  productTitle: string;
  categoryId: string;
}

/** Sends one call to the service, which must succeed. */
export async function call<Data>(
  shop: OwnShop,
  token: string,
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  data?: object,
): Promise<Data> {
  const answer = await fetch(`${shop.url}/api/v1${path}`, {
    method,
    headers: { "Content-Type": "application/json", ...(token && { Authorization: token }) },
    ...(data && { body: JSON.stringify(data) }),
  });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${body}`);
  return (body ? JSON.parse(body) : {}) as Data;
}

async function signedIn(shop: OwnShop, email: string, password: string, login: string): Promise<Person> {
  const { token, data } = await call<{ token: string; data: { _id: string } }>(shop, "", "POST", "/user/login", {
    email,
    password,
  });
  return { id: data._id, email, password, token, login };
}

/** Renews the proof of a person, because the one of the sign-in expires while many cells run. */
export async function prove(shop: OwnShop, { token, password }: Person): Promise<void> {
  await call(shop, token, "POST", "/user/proof", { password });
}

/** A verified buyer, made through the service. */
export async function aBuyer(shop: OwnShop): Promise<Person> {
  const email = newEmail();
  const account = { email, password: PASSWORD, firstName: "Wanda", lastName: "Walker", privilege: "buyer" };
  await call(shop, "", "POST", "/user", account);
  await call(shop, "", "POST", "/user/otp", { email, otp: await shop.mailed(email, /(\d{5}) is your/) });
  return signedIn(shop, email, PASSWORD, "/login/customer");
}

/** A verified merchant of two categories, made through the service. */
export async function aMerchant(shop: OwnShop): Promise<Person & { categoryId: string }> {
  const email = newEmail();
  const { data } = await call<{ data: { docs: { _id: string; title: string }[] } }>(shop, "", "GET", "/category");
  const businessCategory = ["Vegetables", "Fruit"].map((title) => data.docs.find((one) => one.title === title)!._id);
  await call(shop, "", "POST", "/user", {
    email,
    password: PASSWORD,
    confirmPassword: PASSWORD,
    firstName: "Mira",
    lastName: "Stallholder",
    username: "mira",
    storeName: "Mira's Stall",
    businessAddress: "3 Market Row",
    businessCategory,
    privilege: "merchant",
  });
  await call(shop, "", "POST", "/user/otp", { email, otp: await shop.mailed(email, /(\d{5}) is your/) });
  return { ...(await signedIn(shop, email, PASSWORD, "/login/merchant")), categoryId: businessCategory[0]! };
}

export function theOperator(shop: OwnShop): Promise<Person> {
  return signedIn(shop, "operator@example.com", DEMO_PASSWORD, "/login/customer");
}

/** Makes a product that waits for an operator's review. Returns its id. */
export async function inReview(shop: OwnShop, { merchant, categoryId }: Lane, title: string): Promise<string> {
  const { data } = await call<{ data: { _id: string } }>(
    shop,
    merchant.token,
    "POST",
    "/product/manage-product",
    aProduct(title, categoryId),
  );
  return data._id;
}

/** Makes such a product and publishes it. */
export async function onSale(shop: OwnShop, lane: Lane, title: string): Promise<string> {
  const id = await inReview(shop, lane, title);
  const { token } = lane.operator;
  const { data } = await call<{ data: { version: string } }>(shop, token, "GET", `/operator/review/${id}`);
  await call(shop, token, "POST", `/operator/review/${id}/publish`, { version: data.version });
  return id;
}

function aProduct(title: string, category: string) {
  return {
    title,
    description: "Grown with care and picked this morning.",
    amount: "4.20",
    quantity: 9000,
    sku: title,
    barcode: "2900000000017",
    category,
    availType: "in-review",
  };
}

/** Opens another session of a person. Returns its token. */
export async function anotherSession(shop: OwnShop, { email, password }: Person): Promise<string> {
  return (await signedIn(shop, email, password, "")).token;
}

export async function openLane(shop: OwnShop): Promise<Lane> {
  const [buyer, merchant, operator] = await Promise.all([aBuyer(shop), aMerchant(shop), theOperator(shop)]);
  const lane: Lane = { buyer, merchant, operator, categoryId: merchant.categoryId, product: "", productTitle: "" };
  lane.productTitle = `Beans of ${merchant.email.slice(0, 24)}`;
  lane.product = await onSale(shop, lane, lane.productTitle);
  return lane;
}
