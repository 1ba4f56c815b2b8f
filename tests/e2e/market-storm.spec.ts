import type { APIRequestContext } from "@playwright/test";
import { lookAtPage } from "./look";
import { linkFor, mailsTo } from "./outbox";
import { DEMO_PASSWORD, expect, logIn, PASSWORD, test } from "./shop";
import { aBuyer, aStall, call, onSale, paidByCard, signInAsOperator, somebodyElse, tokenOf } from "./stall";

/** The date some days from now, so that no cut-off has passed at any time of day. */
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const [STORMY, LATER] = [inDays(3), inDays(5)];
const PHONE = { width: 360, height: 740 };

interface Made {
  data: { _id: string };
}

/** A market day of two stalls, and two buyers who have paid for goods of both. */
async function aStormyMarket(request: APIRequestContext) {
  const word = `Square ${Date.now()}`;
  const operator = await tokenOf(request, "operator@example.com", DEMO_PASSWORD);
  const cutOff = { hoursBefore: 1 };
  const { data: market } = await call<Made>(request, operator, "POST", "/operator/market-days", {
    name: word,
    address: "1 Market Square",
    times: [
      { day: STORMY, from: "09:00", to: "12:00", cutOff, capacity: 20 },
      { day: LATER, from: "09:00", to: "12:00", cutOff, capacity: 1 },
      { day: LATER, from: "14:00", to: "16:00", cutOff, capacity: 20 },
    ],
  });
  const stalls: { email: string; merchant: string; product: string }[] = [];
  for (const title of ["Rye", "Butter"]) {
    const stall = await aStall(request, `${title} ${word}`);
    await call(request, stall.token, "PUT", `/merchant/market-days/${market._id}`, { noticeHours: 0 });
    const { data: me } = await call<Made>(request, stall.token, "GET", "/user");
    const product = await onSale(request, stall, `${title} ${word}`);
    stalls.push({ email: stall.email, merchant: me._id, product });
  }
  const purchase = {
    carts: stalls.map(({ product }) => ({ product, quantity: 1 })),
    ways: stalls.map(({ merchant }) => ({ merchant, method: market._id, day: STORMY, from: "09:00" })),
  };
  const buyers: string[] = [];
  for (const _ of [1, 2]) {
    const { email, token } = await aBuyer(request);
    await paidByCard(request, token, purchase);
    buyers.push(email);
  }
  return { market: market._id, stalls, buyers };
}

test("an operator closes a market day because of a storm: whole orders move, one buyer refuses, and a stall sees it", async ({
  page,
  browser,
  request,
  scripts,
}, info) => {
  test.slow();
  const { market, stalls, buyers } = await aStormyMarket(request);
  await page.setViewportSize(PHONE);
  await signInAsOperator(page);
  const day = `/operator/market_days/${market}/${STORMY}`;
  await page.goto(day);
  await page.getByRole("link", { name: "Close a time for all stalls" }).click();
  await page.waitForURL(/\/close$/);
  await expect(page.getByText("2 orders, $16.80")).toBeVisible();
  await lookAtPage(page, "times of a market day to close", info);
  await page.getByRole("link", { name: "Close it" }).click();
  await page.waitForURL(/\/close\?from=/);
  await expect(page.getByText("1 place left, 2 are needed")).toBeVisible();
  await lookAtPage(page, "close a time for all stalls", info);
  await page.getByLabel("Reason").fill("A storm is coming.");
  await page.getByRole("button", { name: "Close this time" }).click();
  await expect(page.getByText("Choose the other time.").first()).toBeVisible();
  await page.getByRole("radio", { name: /, 14 to 16/ }).check();
  await page.getByRole("button", { name: "Close this time" }).click();
  await page.waitForURL(/\/closed_times\//);
  await expect(page.getByRole("heading", { level: 1, name: "9 to 12 is closed" })).toBeVisible();
  const closed = page.url();
  await lookAtPage(page, "a closed time of a market day", info);

  const [stall] = stalls;
  const merchant = await somebodyElse(browser, scripts);
  await logIn(merchant, stall!.email, PASSWORD, "/login/merchant");
  await merchant.goto(`/merchant/days/${STORMY}/close`);
  await merchant.getByRole("link", { name: "Closed: see it" }).click();
  await merchant.waitForURL(/\/closed_times\//);
  await expect(merchant.getByText("The market closed it for all stalls. These are your orders of it.")).toBeVisible();
  await expect(merchant.getByRole("button", { name: "Take it back" })).toHaveCount(0);
  await lookAtPage(merchant, "a time that the market closed", info);

  const [comer, refuser] = buyers as [string, string];
  const phone = await somebodyElse(browser, scripts);
  await phone.goto(await linkFor(refuser, /has to close on/, /\/moved\/[\w.-]+/));
  await phone.getByRole("button", { name: "No, give me $8.40 back" }).click();
  await expect(phone.getByRole("heading", { name: "Your order is called off" })).toBeVisible();
  await page.goto(closed);
  await expect(page.getByText("1, $8.40")).toBeVisible();
  await page.getByRole("button", { name: "Take it back" }).click();
  await expect(page.getByText("It is taken back.")).toBeVisible();
  await expect.poll(async () => (await mailsTo(comer, /takes place after all/)).length).toBe(1);
  expect(await mailsTo(comer, /has to close on/)).toHaveLength(1);
  expect(await mailsTo(stall!.email, /the market closes/)).toHaveLength(1);
  await page.goto(day);
  await expect(page.getByRole("link", { name: "Close a time for all stalls" })).toBeVisible();
});
