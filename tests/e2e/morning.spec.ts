import { readFile } from "node:fs/promises";
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { look } from "./look";
import { codeFor, mailTo } from "./outbox";
import { expect, newEmail, PASSWORD, test } from "./shop";
import { call, onSale, signInAsNewMerchant, tokenOf } from "./stall";

const PHONE = { width: 360, height: 740 };

/** Makes one buyer with `count` paid orders of one piece each. The oldest is first. */
async function ordersOf(request: APIRequestContext, product: string, count: number) {
  const email = newEmail();
  const person = { email, password: PASSWORD, firstName: "Bea", lastName: "Walker", privilege: "buyer" };
  await call(request, "", "POST", "/user", person);
  await call(request, "", "POST", "/user/otp", { email, otp: await codeFor(email) });
  const token = await tokenOf(request, email, PASSWORD);
  const billing = {
    firstName: "Bea",
    lastName: "Walker",
    streetAddress: "12 Orchard Row",
    city: "Burlington",
    countryRegion: "United States",
    telephone: "8025550199",
  };
  const orders: { _id: string; itemId: number }[] = [];
  for (let n = 0; n < count; n += 1) {
    const { data: clientSecret, payment } = await call<{ data: string; payment: { stripeId: string } }>(
      request,
      token,
      "POST",
      "/product/payment/initialize",
      { carts: [{ product, quantity: 1 }], billing },
    );
    const card = { number: "4242424242424242", expiry: "04/34", cvc: "123" };
    await call(request, "", "POST", "/test-payments/confirm", { clientSecret, ...card });
    const order = await call<{ data: { _id: string; itemId: number } }>(
      request,
      token,
      "POST",
      "/product/payment/finalize",
      { stripeId: payment.stripeId },
    );
    orders.push(order.data);
  }
  return { email, orders };
}

/** Counts presses on links and buttons. */
function counting() {
  const presses: string[] = [];
  const press = async (control: Locator) => {
    presses.push((await control.innerText()).replaceAll(/\s+/g, " ").trim());
    await control.click();
  };
  return { presses, press };
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("forty orders on a phone: from the first screen to all shipped, with their slips printed, in four presses", async ({
  page,
  request,
  scripts,
}) => {
  await page.setViewportSize(PHONE);
  const stall = await signInAsNewMerchant(page, request);
  const title = `Crate of plums ${Date.now()}`;
  const { email, orders } = await ordersOf(request, await onSale(request, stall, title), 40);
  await page.context().addInitScript(() => {
    window.print = () => document.documentElement.setAttribute("data-printed", "");
  });
  const { presses, press } = counting();
  await page.goto("/merchant");
  const began = Date.now();

  await press(page.getByRole("region", { name: "Waiting for you" }).getByRole("link", { name: "40 orders to ship" }));
  await expect(page.getByText("40 orders, oldest first")).toBeVisible();
  await page.getByLabel("Carrier for all").fill("Valley Post");
  for (const { itemId } of orders) await page.getByLabel(`Tracking number of #${itemId}`).fill(`VP-${itemId}`);

  const popup = page.waitForEvent("popup");
  await press(page.getByRole("link", { name: "Print slips" }));
  const slips = await popup;
  await expect(slips.getByRole("heading", { level: 1, name: "Pick list" })).toBeVisible();
  await expect(slips.getByRole("article")).toHaveCount(40);
  await expect(slips.getByRole("main")).toContainText(new RegExp(`40 ×\\s*${title}`));
  if (scripts) {
    await slips.getByRole("banner").getByRole("search").locator("input").hover();
    await press(button(slips, "Print"));
    await expect(slips.locator("html[data-printed]")).toBeAttached();
  } else {
    const download = slips.waitForEvent("download");
    await press(slips.getByRole("link", { name: "PDF" }));
    expect((await readFile(await (await download).path())).subarray(0, 5).toString()).toBe("%PDF-");
  }
  await slips.close();

  // The typed text is still there, and goes off with one press.
  await press(button(page, "Mark as shipped"));
  await expect(page.getByText("Everything is on its way")).toBeVisible();
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(`Forty orders, scripts ${scripts ? "on" : "off"}: ${presses.length} presses, ${seconds} seconds.`);
  expect(presses).toEqual(["40 orders to ship", "Print slips", scripts ? "Print" : "PDF", "Mark as shipped"]);

  const { data } = await call<{ data: { total: number } }>(
    request,
    stall.token,
    "GET",
    "/product/order/merchant?status=Shipped",
  );
  expect(data.total).toBe(40);
  await expect
    .poll(() => mailTo(email, new RegExp(`#${orders[17]?.itemId}: your goods`)))
    .toContain(`VP-${orders[17]?.itemId}`);
});

test("an order that was called off meanwhile is told with what was typed for it, and the others are shipped", async ({
  page,
  request,
}) => {
  test.slow();
  const stall = await signInAsNewMerchant(page, request);
  const product = await onSale(request, stall, `Crate of figs ${Date.now()}`);
  const { orders } = await ordersOf(request, product, 3);
  const [cancelledOrder, fine, later] = orders;
  await page.goto("/merchant/orders/to_ship");
  await page.getByLabel(`Tracking number of #${cancelledOrder?.itemId}`).fill("VP-1");
  await page.getByLabel(`Tracking number of #${fine?.itemId}`).fill("9".repeat(90));
  await page.getByLabel(`Carrier of #${fine?.itemId}`).fill("Bicycle");
  await page.getByRole("checkbox", { name: `#${later?.itemId}` }).uncheck();
  await button(page, "Mark as shipped").click();
  // One wrong order holds all of them back, and nothing typed is lost.
  await expect(page.getByText(/Tracking number can have at most 80 characters/).first()).toBeVisible();
  await expect(page.getByLabel(`Tracking number of #${cancelledOrder?.itemId}`)).toHaveValue("VP-1");
  await expect(page.getByLabel(`Carrier of #${fine?.itemId}`)).toHaveValue("Bicycle");
  await expect(page.getByRole("checkbox", { name: `#${later?.itemId}` })).not.toBeChecked();
  await page.getByLabel(`Tracking number of #${fine?.itemId}`).fill("B-2");
  const reason = { reason: "The wasps were here first." };
  await call(request, stall.token, "POST", `/product/order/merchant/${cancelledOrder?._id}/cancel`, reason);
  await button(page, "Mark as shipped").click();
  await expect(page.getByRole("region", { name: "Not marked as shipped" })).toContainText(
    `#${cancelledOrder?.itemId}: This has been cancelled. You typed: VP-1`,
  );
  await expect(page.getByText("1 order, oldest first")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: `#${later?.itemId}` })).not.toBeChecked();
  const { data } = await call<{ data: { statusText: string; carrier: string; trackingNumber: string } }>(
    request,
    stall.token,
    "GET",
    `/product/order/merchant/${fine?._id}`,
  );
  expect(data).toMatchObject({ statusText: "Shipped", carrier: "Bicycle", trackingNumber: "B-2" });

  // The remaining order is shipped through its tick in the list of all orders.
  await page.goto("/merchant/orders");
  await page.getByRole("checkbox", { name: `Tick order #${later?.itemId}` }).check();
  await button(page, "Ship ticked").click();
  await expect(page).toHaveURL(new RegExp(`/to_ship\\?order=${later?.itemId}$`));
  await button(page, "Mark as shipped").click();
  await expect(page.getByText("Everything is on its way")).toBeVisible();
});

test("an order at the stall: lines to tick, the address on a map, a number to call, and one press to the next step", async ({
  page,
  request,
  scripts,
}, info) => {
  test.slow();
  await page.setViewportSize(PHONE);
  const stall = await signInAsNewMerchant(page, request);
  const title = `Crate of pears ${Date.now()}`;
  const { email, orders } = await ordersOf(request, await onSale(request, stall, title), 2);
  for (const path of ["/merchant", "/merchant/orders/to_ship", "/merchant/orders/packing", "/merchant/orders"])
    await look(page, path, info, `morning${path.replaceAll("/", "-")}`);
  await page.setViewportSize(PHONE);
  await page.goto(`/merchant/orders/${orders[0]?._id}`);
  const packing = page.getByRole("region", { name: "Pick and pack" });
  await packing.getByText(title).click();
  await expect(packing.getByRole("checkbox", { name: title })).toBeChecked();
  await expect(packing.getByRole("link", { name: "Map" })).toHaveAttribute(
    "href",
    /openstreetmap\.org\/search\?query=12%20Orchard%20Row/,
  );
  await expect(packing.getByRole("link", { name: "8025550199" })).toHaveAttribute("href", "tel:8025550199");
  if (scripts) {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("banner").getByRole("search").locator("input").hover();
    await button(page, "Copy address").click();
    await expect(button(page, "Copied")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("12 Orchard Row");
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error("refused"));
    });
    await button(page, "Copy address").click();
    await expect(button(page, "Not copied")).toBeVisible();
  }
  await button(page, "Mark as shipped").click();
  await expect(button(page, "Mark as delivered")).toBeVisible();
  await button(page, "Mark as delivered").click();
  await expect(button(page, "Mark as delivered")).toHaveCount(0);
  // Both were mistakes.
  await button(page, "It has not arrived").click();
  await expect(button(page, "Mark as delivered")).toBeVisible();
  await button(page, "It was not shipped").click();
  await expect(button(page, "Mark as shipped")).toBeVisible();
  await expect.poll(() => mailTo(email, /not on its way yet/)).toContain("by mistake");
});
