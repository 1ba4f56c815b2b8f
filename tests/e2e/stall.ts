import { expect, type APIRequestContext, type Browser, type Page } from "@playwright/test";
import sharp from "sharp";
import { codeFor } from "./outbox";
import { DEMO_PASSWORD, logIn, newEmail, PASSWORD, STALL } from "./shop";

/** Returns a page of another person, in its own browser context. */
export async function somebodyElse(browser: Browser, scripts: boolean): Promise<Page> {
  return (await browser.newContext({ javaScriptEnabled: scripts })).newPage();
}

export async function signInAsOperator(page: Page): Promise<void> {
  await logIn(page, "operator@example.com", DEMO_PASSWORD, "/login/customer");
}

export interface Stall {
  email: string;
  token: string;
  categoryId: string;
}

/** Makes a verified merchant with these categories through the service. Products go into the first category. */
export async function aStall(
  request: APIRequestContext,
  storeName = STALL,
  titles = ["Vegetables", "Fruit"],
): Promise<Stall> {
  const email = newEmail();
  const { data } = await call<{ data: { docs: { _id: string; title: string }[] } }>(request, "", "GET", "/category");
  const businessCategory = titles.map((title) => data.docs.find((category) => category.title === title)!._id);
  await call(request, "", "POST", "/user", {
    email,
    password: PASSWORD,
    confirmPassword: PASSWORD,
    firstName: "Mira",
    lastName: "Stallholder",
    username: "mira",
    storeName,
    businessAddress: "3 Market Row",
    businessCategory,
    privilege: "merchant",
  });
  await call(request, "", "POST", "/user/otp", { email, otp: await codeFor(email) });
  return { email, token: await tokenOf(request, email, PASSWORD), categoryId: businessCategory[0]! };
}

/** Makes such a merchant and signs in. */
export async function signInAsNewMerchant(page: Page, request: APIRequestContext): Promise<Stall> {
  const stall = await aStall(request);
  await logIn(page, stall.email, PASSWORD, "/login/merchant");
  return stall;
}

/** Returns a picture of one colour for a file field. */
export async function aPicture(name: string, background: string) {
  return {
    name,
    mimeType: "image/png",
    buffer: await sharp({ create: { width: 320, height: 240, channels: 3, background } })
      .png()
      .toBuffer(),
  };
}

/** Bytes that pass as a film: the head of an MP4 and a few more bytes. */
export const FILM = {
  name: "stall.mp4",
  mimeType: "video/mp4",
  buffer: Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from("ftypisom"),
    Buffer.from([0, 0, 2, 0]),
    Buffer.from("isomiso2"),
    Buffer.alloc(20_000, 7),
  ]),
};

/** Opens the product with this title from the operators' queue. The newest is at the end of the queue. */
export async function openReview(page: Page, title: string): Promise<void> {
  await page.goto("/operator/review?page=9999");
  await page.getByRole("link", { name: title }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
}

/** Sends one call to the service, which must succeed. */
export async function call<Data>(
  request: APIRequestContext,
  token: string,
  method: "GET" | "POST" | "PUT",
  path: string,
  data?: object,
): Promise<Data> {
  const answer = await request.fetch(`/api/v1${path}`, {
    method,
    ...(data && { data }),
    headers: { Authorization: token },
  });
  expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
  return (await answer.json()) as Data;
}

export async function tokenOf(request: APIRequestContext, email: string, password: string): Promise<string> {
  return (await call<{ token: string }>(request, "", "POST", "/user/login", { email, password })).token;
}

/** Makes a product of the merchant through the service that waits for an operator's review. */
export async function inReview(
  request: APIRequestContext,
  stall: Stall,
  title: string,
  overrides: object = {},
): Promise<string> {
  const product = {
    title,
    description: "Grown with care and picked this morning.",
    amount: "4.20",
    quantity: 50,
    sku: title.slice(0, 60),
    barcode: "2900000000017",
    category: stall.categoryId,
    availType: "in-review",
    ...overrides,
  };
  const { data } = await call<{ data: { _id: string } }>(
    request,
    stall.token,
    "POST",
    "/product/manage-product",
    product,
  );
  return data._id;
}

/** Makes such a product and publishes it as an operator. */
export async function onSale(
  request: APIRequestContext,
  stall: Stall,
  title: string,
  overrides: object = {},
): Promise<string> {
  const _id = await inReview(request, stall, title, overrides);
  const operator = await tokenOf(request, "operator@example.com", DEMO_PASSWORD);
  const {
    data: { version },
  } = await call<{ data: { version: string } }>(request, operator, "GET", `/operator/review/${_id}`);
  await call(request, operator, "POST", `/operator/review/${_id}/publish`, { version });
  return _id;
}

export interface Wanted {
  product: string;
  quantity: number;
}

/** The billing address. */
export const BILLING = {
  firstName: "Bea",
  lastName: "Walker",
  streetAddress: "12 Orchard Row",
  city: "Burlington",
  countryRegion: "United States",
};

/** A new buyer, through the service. */
export async function aBuyer(
  request: APIRequestContext,
  { firstName, lastName }: { firstName: string; lastName: string } = BILLING,
): Promise<{ email: string; token: string }> {
  const email = newEmail();
  await call(request, "", "POST", "/user", { email, password: PASSWORD, firstName, lastName, privilege: "buyer" });
  await call(request, "", "POST", "/user/otp", { email, otp: await codeFor(email) });
  return { email, token: await tokenOf(request, email, PASSWORD) };
}

/** The fields of `initialize`. Without `ways` the goods are shipped. */
export interface Purchase {
  carts: Wanted[];
  billing?: object;
  ways?: object[];
}

/** Makes a purchase through the service and pays by card. Also places the order, unless `placed` is false. */
export async function paidByCard(
  request: APIRequestContext,
  token: string,
  purchase: Purchase,
  { placed = true } = {},
): Promise<{ orderId: string; stripeId: string }> {
  const { data: clientSecret, payment } = await call<{ data: string; payment: { orderId: string; stripeId: string } }>(
    request,
    token,
    "POST",
    "/product/payment/initialize",
    { billing: BILLING, ...purchase },
  );
  const card = { number: "4242424242424242", expiry: "04/34", cvc: "123" };
  await call(request, "", "POST", "/test-payments/confirm", { clientSecret, ...card });
  if (placed) await call(request, token, "POST", "/product/payment/finalize", { stripeId: payment.stripeId });
  return payment;
}

/** The buyer with this address buys the pieces and pays by card. Also places the order, unless `placed` is false. */
export async function buyGoods(
  request: APIRequestContext,
  email: string,
  carts: Wanted[],
  options: { placed?: boolean } = {},
): Promise<{ orderId: string; stripeId: string }> {
  return paidByCard(request, await tokenOf(request, email, PASSWORD), { carts }, options);
}

/** Makes a new buyer who has bought one piece of the product, through the service. Returns the buyer's address. */
export async function boughtBy(
  request: APIRequestContext,
  product: string,
  lastName: string,
): Promise<{ email: string; orderId: string }> {
  const { email, token } = await aBuyer(request, { firstName: "Bea", lastName });
  const { orderId } = await paidByCard(request, token, { carts: [{ product, quantity: 1 }] });
  return { email, orderId };
}

/** Opens the newest case about a title from the operators' queue, on whichever page of the list it is. */
export async function openReport(
  operator: Page,
  { kind, state = "reported" }: { kind: string; state?: string },
  title: string,
): Promise<void> {
  await operator.goto(`/operator/reports?kind=${kind}&state=${state}`);
  const link = operator.getByRole("link", { name: title });
  const next = operator.getByRole("link", { name: "Next", exact: true });
  while ((await link.count()) === 0 && (await next.count()) > 0) {
    await operator.goto((await next.getAttribute("href")) ?? "");
  }
  await link.click();
  await expect(operator).toHaveURL(/\/operator\/reports\/[0-9a-f]{24}$/);
}
