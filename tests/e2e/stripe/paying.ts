import type { APIRequestContext, BrowserContext, Page } from "@playwright/test";
import { addToCart, checkOut, expect, productsInStock, signInAsNewBuyer } from "../shop";

/** Where the stand-in for Stripe listens, as the payment page's policy says. */
export const standIn = `http://127.0.0.1:${process.env["E2E_STAND_IN_PORT"] ?? Number(process.env["E2E_PORT"] ?? "4310") + 2}`;

/** A new buyer on the payment page, with one product held. */
export async function aCheckout(page: Page, request: APIRequestContext) {
  const { email } = await signInAsNewBuyer(page, request);
  const [product] = await productsInStock(request);
  await addToCart(page, product!._id);
  await checkOut(page);
  return { email, product: product! };
}

/** Types a card into the element and pays. */
export async function payInElement(page: Page, number: string): Promise<void> {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiry").fill("12 / 34");
  await page.getByLabel("Security code").fill("123");
  await page.getByRole("button", { name: "Pay", exact: true }).click();
}

/** From our button to the provider's page, and pays there. */
export async function payOnStripesPage(page: Page, number: string): Promise<void> {
  await page.getByRole("button", { name: "Pay on Stripe’s page" }).click();
  await expect(page).toHaveURL(/\/c\/pay\//);
  await payThere(page, number);
}

export async function payThere(page: Page, number: string): Promise<void> {
  await page.getByLabel("Card number").fill(number);
  await page.getByRole("button", { name: /^Pay / }).click();
}

/** The way that a browser offers: the element where scripts run, the provider's page where they do not. */
export async function pay(page: Page, scripts: boolean, number = "4242 4242 4242 4242"): Promise<void> {
  await (scripts ? payInElement(page, number) : payOnStripesPage(page, number));
}

export async function expectReceived(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "Order Received" })).toBeVisible();
}

/** The order turns up in the history by itself, whoever tells the shop. */
export async function expectOrderSoon(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await expect.poll(async () => {
    await page.goto("/customer/order_history");
    return page.getByRole("main").getByText("In Transit").count();
  }, { timeout: 40_000, intervals: [1000] }).toBe(1);
  await expect(page.getByText("Waiting for payment")).toHaveCount(0);
  await page.close();
}

/** What the stand-in knows of an order: pages opened, payments that went through. */
export async function knownToStripe(request: APIRequestContext, orderId: string): Promise<{ pages: number; paid: number }> {
  interface Known { metadata: Record<string, string>; status: string }
  const { intents, sessions } = (await (await request.get(`${standIn}/control/state`)).json()) as { intents: Known[]; sessions: Known[] };
  const ours = (all: Known[]) => all.filter(({ metadata }) => metadata["orderId"] === orderId);
  return { pages: ours(sessions).length, paid: ours(intents).filter(({ status }) => status === "succeeded").length };
}
