import type { APIRequestContext, Browser, BrowserContext, Page } from "@playwright/test";
import { codeFor } from "./outbox";
import { isSample } from "../../scripts/gate/sample.mjs";
import { lookAtPage } from "./look";
import { expect, logIn, newEmail, PASSWORD, test } from "./shop";
import { aStall, call, onSale, tokenOf } from "./stall";

/* A stall hands over its day's orders, with a line and without one. */

/** Three days from now: nobody is past the cut-off, whatever the time of day. */
const SOON = new Date(Date.now() + 3 * 86_400_000);
const DAY = SOON.toISOString().slice(0, 10);

interface PlacedOrder {
  _id: string;
  parts: { delivery: { code: string } }[];
}

/** A stall that is collected from on `DAY`, and so many paid orders for it, each with its code. */
async function aDay(request: APIRequestContext, count: number) {
  const stall = await aStall(request);
  const loaf = await onSale(request, stall, `Loaf ${Date.now()}`, { quantity: 500 });
  const way = await call<{ data: { _id: string } }>(request, stall.token, "POST", "/merchant/ways", {
    kind: "collection",
    name: "Town Hall Market",
    address: "1 Market Square, Burlington",
    times: [{ day: DAY, from: "09:00", to: "12:00", cutOff: { hoursBefore: 1 } }],
  });
  const email = newEmail();
  const person = { email, password: PASSWORD, firstName: "Wanda", lastName: "Wetherby", privilege: "buyer" };
  await call(request, "", "POST", "/user", person);
  await call(request, "", "POST", "/user/otp", { email, otp: await codeFor(email) });
  const token = await tokenOf(request, email, PASSWORD);
  const { data: me } = await call<{ data: { _id: string } }>(request, stall.token, "GET", "/user");
  const billing = {
    firstName: "Wanda",
    lastName: "Wetherby",
    streetAddress: "12 Orchard Row",
    city: "Burlington",
    countryRegion: "United States",
  };
  const orders: { id: string; code: string }[] = [];
  for (let each = 0; each < count; each += 1) {
    const begun = await call<{ data: string; payment: { stripeId: string } }>(
      request,
      token,
      "POST",
      "/product/payment/initialize",
      {
        carts: [{ product: loaf, quantity: 1 }],
        billing,
        ways: [{ merchant: me._id, method: way.data._id, day: DAY, from: "09:00" }],
      },
    );
    const card = { number: "4242424242424242", expiry: "04/34", cvc: "123" };
    await call(request, "", "POST", "/test-payments/confirm", { clientSecret: begun.data, ...card });
    const { stripeId } = begun.payment;
    const placed = await call<{ data: PlacedOrder }>(request, token, "POST", "/product/payment/finalize", { stripeId });
    orders.push({ id: placed.data._id, code: placed.data.parts[0]!.delivery.code });
  }
  const handedOver = async () => {
    const path = `/product/order/merchant/days/${DAY}`;
    const { data } = await call<{ data: { times: { orders: { statusText: string }[] }[] } }>(
      request,
      stall.token,
      "GET",
      path,
    );
    return data.times.flatMap((time) => time.orders).filter(({ statusText }) => statusText === "Delivered").length;
  };
  return { stall, orders, handedOver };
}

const PATH = `/merchant/days/${DAY}/hand-over`;

/** A phone of the stall on the page of the day, which it keeps. */
async function aPhone(
  browser: Browser,
  email: string,
  scripts = true,
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    javaScriptEnabled: scripts,
  });
  const page = await context.newPage();
  await logIn(page, email, PASSWORD, "/login/merchant");
  await page.goto(PATH);
  if (!scripts) return { page, context };
  await page.getByLabel("Code", { exact: true }).click();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 50));
  });
  await page.reload();
  await expect
    .poll(() =>
      page.evaluate(async (path) => !!(await caches.match(location.origin + path, { ignoreVary: true })), PATH),
    )
    .toBe(true);
  return { page, context };
}

const codeField = (page: Page) => page.getByLabel("Code", { exact: true });
const rowOf = (page: Page, { id }: { id: string }) => page.locator(`#order-${id}`);
const give = (page: Page) => page.getByRole("button", { name: "Handed over" }).click();

test("two phones without a line hand over, each tick is sent once, and the second one says who was first", async ({
  browser,
  request,
  scripts,
}, info) => {
  test.skip(!scripts, "Without scripts there is no service worker.");
  test.slow();
  const { stall, orders, handedOver } = await aDay(request, 4);
  const [one, two, three] = [orders[0]!, orders[1]!, orders[2]!];
  const first = await aPhone(browser, stall.email);
  const second = await aPhone(browser, stall.email);
  await lookAtPage(first.page, "hand over", info);
  for (const { context } of [first, second]) await context.setOffline(true);

  const { page } = first;
  await page.reload();
  await expect(page.getByText("0 of 4")).toBeVisible();
  await codeField(page).fill("zzzzzz");
  await expect(page.getByText("No order of this day has the code ZZZ ZZZ.")).toBeVisible();
  await codeField(page).fill(` ${one.code.toLowerCase().replaceAll("0", "o").replaceAll("1", "l")}`);
  await give(page);
  await expect(rowOf(page, one).getByText("kept", { exact: true })).toBeVisible();
  await expect(page.getByText(/^No connection\. List of \d\d:\d\d\. 1 kept, sent when it is back\.$/)).toBeVisible();
  // The page is closed in the rain and opened again.
  await page.reload();
  await expect(rowOf(page, one).getByText("kept", { exact: true })).toBeVisible();
  await codeField(page).fill(one.code);
  await expect(page.getByText(/Wanda Wetherby: Handed over here, kept until the line is back/)).toBeVisible();
  await rowOf(page, two).getByRole("link").click();
  await give(page);
  await expect(page.getByText("2 of 4")).toBeVisible();
  await expect(page.getByText(/2 kept, sent when it is back\.$/)).toBeVisible();
  await lookAtPage(page, "hand over without a line", info);

  for (const order of [two, three]) {
    await codeField(second.page).fill(order.code);
    await give(second.page);
  }
  await first.context.setOffline(false);
  await expect(rowOf(page, one).getByText("sent", { exact: true })).toBeVisible();
  await expect(rowOf(page, two).getByText("sent", { exact: true })).toBeVisible();
  await expect(page.getByText(/^No connection/)).toBeHidden();
  expect(await handedOver()).toBe(2);
  await second.context.setOffline(false);
  await expect(
    second.page.getByText(/Wanda Wetherby: This was handed over already, on .*, by Chrome on \w+\./),
  ).toBeVisible();
  await expect(rowOf(second.page, three).getByText("sent", { exact: true })).toBeVisible();
  expect(await handedOver()).toBe(3);

  // Logging out clears the device.
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/merchant");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByText("You are signed out.")).toBeVisible();
  const left = await page.evaluate(async (path) => {
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    return [
      !!(await caches.match(location.origin + path, { ignoreVary: true })),
      databases.includes("fieldstall-hand-over"),
    ];
  }, PATH);
  expect(left).toEqual([false, false]);
  for (const { context } of [first, second]) await context.close();
});

test("a day is handed over at 360 pixels with one press an order, or two without scripts", async ({
  browser,
  request,
  scripts,
}, info) => {
  test.slow();
  const { stall, orders, handedOver } = await aDay(request, isSample || !scripts ? 5 : 40);
  const { page, context } = await aPhone(browser, stall.email, scripts);
  if (scripts) await context.setOffline(true);
  let [presses, keys] = [0, 0];
  const started = Date.now();
  for (const { code } of orders) {
    await codeField(page).fill(code);
    keys += code.length;
    if (!scripts) {
      await page.getByRole("button", { name: "Find" }).click();
      presses += 1;
    }
    await give(page);
    presses += 1;
  }
  const seconds = Math.round((Date.now() - started) / 1000);
  const told = `${orders.length} orders, ${presses} presses, ${keys} keys, ${seconds} s${scripts ? " without a line" : ""}`;
  info.annotations.push({ type: "hand-over", description: told });
  console.log(told);
  if (scripts) {
    await expect(page.getByText(`${orders.length} of ${orders.length}`)).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText("sent", { exact: true })).toHaveCount(orders.length);
  }
  expect(await handedOver()).toBe(orders.length);
  expect(presses).toBe(scripts ? orders.length : 2 * orders.length);
  await context.close();
});
