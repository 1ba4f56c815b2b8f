import type { APIRequestContext, Browser, BrowserContext, Page } from "@playwright/test";
import { DEMO_PASSWORD, expect, logIn, PASSWORD } from "./shop";
import { aBuyer, aStall, BILLING, call, onSale, paidByCard, tokenOf } from "./stall";

/* The collection day of a stall with its orders, and the phones that hand them over. */

/** Three days from now, so that no cut-off has passed at any time of day. */
const SOON = new Date(Date.now() + 3 * 86_400_000);
const DAY = SOON.toISOString().slice(0, 10);
const PATH = `/merchant/days/${DAY}/hand-over`;

/** The price of a loaf in dollars, as it is typed. */
const PRICE = "12.40";
const TERMS = { allowed: true, mostOrders: 1, mostMoney: 150, mostMissed: 2 };

export interface DayOrder {
  id: string;
  code: string;
}

interface PlacedOrder {
  _id: string;
  parts: { delivery: { code: string } }[];
}

interface SoldOrder {
  statusText: string;
  onCollection: { tendered: number; change: number } | null;
}

/** Allows buyers of the market to pay at collection. */
async function allowPayingThere(request: APIRequestContext): Promise<void> {
  const operator = await tokenOf(request, "operator@example.com", DEMO_PASSWORD);
  await call(request, operator, "PUT", "/operator/collection-terms", TERMS);
}

/**
 * Makes a stall with a collection day and `count` orders of loaves, with their codes. One buyer pays them by card, or
 * each order is to be paid at collection by its own buyer.
 */
export async function aDay(request: APIRequestContext, count: number, { isPaidThere = false, loaves = 1 } = {}) {
  if (isPaidThere) await allowPayingThere(request);
  const stall = await aStall(request);
  const loaf = await onSale(request, stall, `Loaf ${Date.now()}`, { quantity: 500, amount: PRICE });
  const way = await call<{ data: { _id: string } }>(request, stall.token, "POST", "/merchant/ways", {
    kind: "collection",
    name: "Town Hall Market",
    address: "1 Market Square, Burlington",
    isPaidThere,
    times: [{ day: DAY, from: "09:00", to: "12:00", cutOff: { hoursBefore: 1 } }],
  });
  const { data: me } = await call<{ data: { _id: string } }>(request, stall.token, "GET", "/user");
  const purchase = {
    carts: [{ product: loaf, quantity: loaves }],
    ways: [{ merchant: me._id, method: way.data._id, day: DAY, from: "09:00" }],
  };
  const { token } = await aBuyer(request);
  const paid = async () => {
    const { orderId } = await paidByCard(request, token, purchase);
    return (await call<{ data: PlacedOrder }>(request, token, "GET", `/product/order/${orderId}`)).data;
  };
  const toBePaid = async () => {
    const buyer = await aBuyer(request);
    const json = { billing: BILLING, ...purchase, paymentMethod: "On collection" };
    return (await call<{ order: PlacedOrder }>(request, buyer.token, "POST", "/product/payment/initialize", json))
      .order;
  };
  const orders: DayOrder[] = [];
  for (let index = 0; index < count; index += 1) {
    const placedOrder = isPaidThere ? await toBePaid() : await paid();
    orders.push({ id: placedOrder._id, code: placedOrder.parts[0]!.delivery.code });
  }
  /** Returns the orders of the day that the service has as handed over. */
  const handedOver = async () => {
    const path = `/product/order/merchant/days/${DAY}`;
    const { data } = await call<{ data: { times: { orders: SoldOrder[] }[] } }>(request, stall.token, "GET", path);
    return data.times.flatMap((time) => time.orders).filter(({ statusText }) => statusText === "Delivered");
  };
  return { stall, orders, handedOver };
}

/** Opens the page of the day on a phone of the stall, and waits until the phone keeps the page. */
export async function aPhone(
  browser: Browser,
  email: string,
  scripts = true,
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, javaScriptEnabled: scripts });
  const page = await context.newPage();
  await logIn(page, email, PASSWORD, "/login/merchant");
  await page.goto(PATH);
  if (!scripts) return { page, context };
  await codeField(page).click();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 50));
  });
  await page.reload();
  await expect.poll(() => isPageKept(page)).toBe(true);
  return { page, context };
}

/** Whether the device keeps the page of the day. */
export const isPageKept = (page: Page): Promise<boolean> =>
  page.evaluate(async (path) => !!(await caches.match(location.origin + path, { ignoreVary: true })), PATH);

export const codeField = (page: Page) => page.getByLabel("Code", { exact: true });
export const rowOf = (page: Page, { id }: DayOrder) => page.locator(`#order-${id}`);
export const give = (page: Page) => page.getByRole("button", { name: "Handed over" }).click();
