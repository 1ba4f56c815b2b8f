import { expect, type APIRequestContext, type Browser, type Page } from "@playwright/test";
import sharp from "sharp";
import { codeFor } from "./outbox";
import { DEMO_PASSWORD, logIn, newEmail, PASSWORD, STALL } from "./shop";

/** A page in a browser of its own: of somebody else. */
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

/** A verified merchant of these categories, made through the service; products go to the first. */
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

/** The same merchant, who is signed in. */
export async function signInAsNewMerchant(page: Page, request: APIRequestContext): Promise<Stall> {
  const stall = await aStall(request);
  await logIn(page, stall.email, PASSWORD, "/login/merchant");
  return stall;
}

/** A picture of one colour, as a file field takes it. */
export async function aPicture(name: string, background: string) {
  return {
    name,
    mimeType: "image/png",
    buffer: await sharp({ create: { width: 320, height: 240, channels: 3, background } })
      .png()
      .toBuffer(),
  };
}

/** Bytes that pass for a film: the head of an MP4 with a little behind it. */
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

/** Opens what waits for the operator under this title; the newest stands at the end of the queue. */
export async function openReview(page: Page, title: string): Promise<void> {
  await page.goto("/operator/review?page=9999");
  await page.getByRole("link", { name: title }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
}

/** One call of the service that is to succeed. */
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

/** A product of the merchant that waits for an operator's look, through the service. */
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

/** The same, published by an operator. */
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

/** The address that goods are billed to. */
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

/** The fields of `initialize`; without `ways` goods come by carrier. */
export interface Purchase {
  carts: Wanted[];
  billing?: object;
  ways?: object[];
}

/** A purchase through the service that is paid by card; unless told otherwise the order is placed as well. */
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

/** The buyer of this address pays for the pieces by card; unless told otherwise the order is placed as well. */
export async function buyGoods(
  request: APIRequestContext,
  email: string,
  carts: Wanted[],
  options: { placed?: boolean } = {},
): Promise<{ orderId: string; stripeId: string }> {
  return paidByCard(request, await tokenOf(request, email, PASSWORD), { carts }, options);
}

/** A new buyer who has bought one of the product, through the service; answers who it is. */
export async function boughtBy(
  request: APIRequestContext,
  product: string,
  lastName: string,
): Promise<{ email: string; orderId: string }> {
  const { email, token } = await aBuyer(request, { firstName: "Bea", lastName });
  const { orderId } = await paidByCard(request, token, { carts: [{ product, quantity: 1 }] });
  return { email, orderId };
}

/** Opens the newest case of the operators' queue about something, on whichever page of the list it stands. */
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
