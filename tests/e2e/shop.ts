import { test as base, expect, type APIRequestContext, type Page } from "@playwright/test";
import { codeFor } from "./outbox";

export { expect };

/** `scripts` tells a test whether its browser runs JavaScript. */
export const test = base.extend<{ scripts: boolean; nobodyLeft: void }>({
  /**
   * Each context would load and keep the worker's files again, a tenth of the CPU time of its journey. Files about the
   * device or the line set "allow", and so do the whole purchases. The matrix runs with it too.
   */
  serviceWorkers: "block",
  scripts: async ({ javaScriptEnabled }, use) => {
    await use(javaScriptEnabled !== false);
  },
  /** Playwright closes the pages of `page`. Contexts opened for other people would stay open during all later tests. */
  nobodyLeft: [
    async ({ browser }, use) => {
      await use();
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});

/** Reaches for a control, so that the scripts load, and waits for them. Until then a press sends a plain form. */
export async function scriptsReady(page: Page): Promise<void> {
  await page.getByRole("banner").getByRole("search").locator("input").hover();
  await page.waitForFunction(() => document.documentElement.dataset["inPlace"] !== undefined);
}

export const PASSWORD = "harvest-moon-9";
export const DEMO_PASSWORD = "harvest-moon-7";
let serial = 0;

/** Returns an unused address. */
export function newEmail(): string {
  serial += 1;
  return `walker-${Date.now()}-${process.pid}-${serial}@example.com`;
}

/** Makes a verified buyer through the service. */
export async function newBuyer(request: APIRequestContext): Promise<{ email: string }> {
  const email = newEmail();
  const signedUp = await request.post("/api/v1/user", {
    data: { email, password: PASSWORD, firstName: "Wanda", lastName: "Walker", privilege: "buyer" },
  });
  expect(signedUp.status()).toBe(201);
  const verified = await request.post("/api/v1/user/otp", { data: { email, otp: await codeFor(email) } });
  expect(verified.status()).toBe(200);
  return { email };
}

/** Makes a verified buyer through the service and signs in. */
export async function signInAsNewBuyer(page: Page, request: APIRequestContext): Promise<{ email: string }> {
  const { email } = await newBuyer(request);
  await logIn(page, email, PASSWORD, "/login/customer");
  return { email };
}

/** Signs in by posting the login form, without opening a page. */
export async function logIn(page: Page, email: string, password: string, path: string): Promise<void> {
  const answer = await page.context().request.post(path, {
    form: { email, password },
    headers: { "Sec-Fetch-Site": "same-origin" },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(303);
}

export async function signIn(page: Page, email: string, password: string, path = "/login/customer"): Promise<void> {
  await page.goto(path);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

interface Goods {
  _id: string;
  title: string;
  amount: number;
  quantity: number;
  merchant: { _id: string; storeName: string };
  variants: { _id: string; name: string; amount: number }[];
}

/** The name of the stalls that tests open for themselves. */
export const STALL = "Mira's Stall";

/** The demo's stall that ships all its goods, so that the checkout does not ask for a delivery method. */
const ONLY_SHIPS = "Juniper Pantry";

async function goodsOf(request: APIRequestContext, query: string): Promise<Goods[]> {
  const answer = await request.get(`/api/v1/product/general?page=20&from=1&${query}`);
  return ((await answer.json()) as { data: { docs: Goods[] } }).data.docs;
}

/** The demo's stall that only ships. */
async function shippingStall(request: APIRequestContext): Promise<Goods["merchant"]> {
  const pantry = await goodsOf(request, "categoryId=Nuts+%26+Pantry");
  return pantry.find(({ merchant }) => merchant.storeName === ONLY_SHIPS)!.merchant;
}

/** Published products of the demo's stall that only ships, in one size and well in stock. Journeys buy these. */
export async function productsInStock(request: APIRequestContext): Promise<Goods[]> {
  const { _id } = await shippingStall(request);
  const goods = await goodsOf(request, `stall=${_id}`);
  return goods.filter(({ quantity, variants }) => quantity > 30 && variants.length === 1);
}

/** Returns the first product of a search, from any stall except those of tests. It is only for looking at. */
export async function productFound(request: APIRequestContext, words: string): Promise<Goods> {
  const goods = await goodsOf(request, `q=${words}`);
  return goods.find(({ merchant }) => merchant.storeName !== STALL)!;
}

export async function stockOf(request: APIRequestContext, id: string): Promise<number> {
  return ((await (await request.get(`/api/v1/product/general/${id}`)).json()) as { data: Goods }).data.quantity;
}

export async function addToCart(page: Page, id: string): Promise<void> {
  await page.goto(`/products/${id}`);
  const cart = page.getByRole("banner").getByRole("link", { name: /^Shopping Cart, / });
  const before = Number(/\d+/.exec((await cart.textContent()) ?? "")?.[0]);
  await page.getByRole("button", { name: "Add to Cart", exact: true }).click();
  // The button changes at once. The header shows the count that was saved.
  await expect(cart).toHaveAccessibleName(new RegExp(`^Shopping Cart, ${before + 1} product`));
}

/** Fills in the required fields of the checkout. */
export async function fillBilling(page: Page): Promise<void> {
  await page.getByLabel("First name").first().fill("Wanda");
  await page.getByLabel("Last name").first().fill("Walker");
  await page.getByLabel("Street address").first().fill("12 Orchard Row");
  await page.getByLabel("City").first().fill("Burlington");
  await page.getByLabel("Country / Region").first().selectOption("United States");
}

/** Fills in the billing form and moves on to the payment page. */
export async function checkOut(page: Page): Promise<void> {
  await page.goto("/checkout");
  await fillBilling(page);
  await page.getByRole("button", { name: "Checkout", exact: true }).click();
  await expect(page).toHaveURL(/\/checkout\/payment$/);
}

export async function payWith(page: Page, number: string): Promise<void> {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiry date").fill("04 / 34");
  await page.getByLabel("Security code").fill("123");
  await page.getByRole("button", { name: /^Pay \$\d/ }).click();
}
