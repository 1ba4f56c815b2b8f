import type { APIRequestContext } from "@playwright/test";
import { lookAtPage } from "./look";
import { linkFor, mailsTo } from "./outbox";
import { expect, logIn, PASSWORD, test } from "./shop";
import { aBuyer, aStall, call, onSale, paidByCard, somebodyElse } from "./stall";

/** The date some days from now, so that no cut-off has passed at any time of day. */
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const [STORMY, LATER] = [inDays(3), inDays(5)];
const PHONE = { width: 360, height: 740 };

/** Makes a stall with two collection days, and two buyers who have paid for the first. */
async function aStormyDay(request: APIRequestContext) {
  const stall = await aStall(request);
  const loaf = await onSale(request, stall, `Rye ${Date.now()}`, { quantity: 500 });
  const cutOff = { hoursBefore: 1 };
  const way = await call<{ data: { _id: string } }>(request, stall.token, "POST", "/merchant/ways", {
    kind: "collection",
    name: "Town Hall Market",
    address: "1 Market Square, Burlington",
    times: [
      { day: STORMY, from: "09:00", to: "12:00", cutOff, capacity: 20 },
      { day: LATER, from: "09:00", to: "12:00", cutOff, capacity: 1 },
      { day: LATER, from: "14:00", to: "16:00", cutOff, capacity: 20 },
    ],
  });
  const { data: me } = await call<{ data: { _id: string } }>(request, stall.token, "GET", "/user");
  const purchase = {
    carts: [{ product: loaf, quantity: 1 }],
    ways: [{ merchant: me._id, method: way.data._id, day: STORMY, from: "09:00" }],
  };
  const buyers: string[] = [];
  for (const _ of [1, 2]) {
    const { email, token } = await aBuyer(request);
    await paidByCard(request, token, purchase);
    buyers.push(email);
  }
  return { stall, buyers };
}

test("a stall closes a time because of a storm: its orders move, one buyer comes, one refuses by the letter's link", async ({
  page,
  browser,
  request,
  scripts,
}, info) => {
  test.slow();
  const { stall, buyers } = await aStormyDay(request);
  await page.setViewportSize(PHONE);
  await logIn(page, stall.email, PASSWORD, "/login/merchant");
  await page.goto(`/merchant/days/${STORMY}`);
  await page.getByRole("link", { name: "Close a time" }).click();
  await page.waitForURL(/\/close$/);
  await expect(page.getByText("2 orders, $8.40")).toBeVisible();
  await lookAtPage(page, "times to close", info);
  await page.getByRole("link", { name: "Close it" }).click();
  await page.waitForURL(/\/close\?method=/);
  // A time with too few places says so, and cannot be chosen.
  await expect(page.getByText("1 place left, 2 are needed")).toBeVisible();
  await lookAtPage(page, "close a time", info);
  await page.getByLabel("Reason").fill("A storm is coming.");
  await page.getByRole("button", { name: "Close this time" }).click();
  await expect(page.getByText("Choose the other time.").first()).toBeVisible();
  await expect(page.getByLabel("Reason")).toHaveValue("A storm is coming.");
  await page.getByRole("radio", { name: /, 14 to 16/ }).check();
  await page.getByRole("radio", { name: "get their money back", exact: true }).check();
  await page.getByRole("button", { name: "Close this time" }).click();
  await page.waitForURL(/\/closed_times\//);
  await expect(page.getByRole("heading", { level: 1, name: "9 to 12 is closed" })).toBeVisible();
  const closed = page.url();
  await lookAtPage(page, "a closed time", info);
  // The time is already closed, perhaps from another tab. The page links to the closed time.
  await page.goto(`/merchant/days/${STORMY}/close`);
  await page.getByRole("link", { name: "Closed: see it" }).click();
  await page.waitForURL(closed);

  const link = /\/moved\/[\w.-]+/;
  const [comer, refuser] = buyers as [string, string];
  const phone = await somebodyElse(browser, scripts);
  await phone.setViewportSize(PHONE);
  await phone.goto(await linkFor(comer, /has to close on/, link));
  await expect(phone.getByText(/A storm is coming\./)).toBeVisible();
  await lookAtPage(phone, "moved to another time", info);
  await phone.getByRole("button", { name: "Yes, I come" }).click();
  await expect(phone.getByRole("heading", { name: "You come at the new time" })).toBeVisible();
  const refusal = await linkFor(refuser, /has to close on/, link);
  await phone.goto(refusal);
  await phone.getByRole("button", { name: "No, give me $4.20 back" }).click();
  await expect(phone.getByRole("heading", { name: "Your order is called off" })).toBeVisible();
  // The link was forwarded. It offers no answer any more.
  await phone.goto(refusal);
  await expect(phone.getByText(/\$4\.20 of order #\d+ go back/)).toBeVisible();
  await expect(phone.getByRole("main").getByRole("button")).toHaveCount(0);

  await page.goto(closed);
  await expect(page.getByText("1, $4.20")).toBeVisible();
  await page.getByRole("button", { name: "Take it back" }).click();
  await expect(page.getByText("It is taken back.")).toBeVisible();
  await expect.poll(async () => (await mailsTo(comer, /takes place after all/)).length).toBe(1);
  expect(await mailsTo(comer, /has to close on/)).toHaveLength(1);
  expect(await mailsTo(refuser, /ha(s|ve) to close on/)).toHaveLength(1);
  await page.goto(`/merchant/days/${STORMY}`);
  await expect(page.getByRole("link", { name: /^#\d+$/ }).first()).toBeVisible();
});
