import { randomBytes } from "node:crypto";
import { lookAtPage } from "./look";
import { expect, test } from "./shop";
import { call, onSale, signInAsNewMerchant, somebodyElse } from "./stall";

/** Three days from now, so that no cut-off has passed at any time of day. */
const SOON = new Date(Date.now() + 3 * 86_400_000);
const ON = SOON.toISOString().slice(0, 10);
const NEXT = new Date(SOON.getTime() + 86_400_000).toISOString().slice(0, 10);

test("a list is narrowed to a postcode and a day; what does not reach says so, and pages say until when to order", async ({
  page,
  browser,
  request,
  scripts,
}, info) => {
  test.slow();
  const merchant = await somebodyElse(browser, scripts);
  const stall = await signInAsNewMerchant(merchant, request);
  // A word that occurs nowhere else, because a search ignores words that find nothing.
  const title = `Rye${randomBytes(8).toString("hex")}`;
  await onSale(request, stall, title);
  const time = { weekday: SOON.getUTCDay() || 7, from: "17:00", to: "20:00", cutOff: { daysBefore: 1, time: "12:00" } };
  const way = { kind: "delivery", name: "Evening round", area: "05401-05408", times: [time] };
  await call(request, stall.token, "POST", "/merchant/ways", way);
  const card = page.getByRole("link", { name: title, exact: true });

  await page.goto(`/products?q=${encodeURIComponent(title)}`);
  await expect(card).toBeVisible();
  await page.getByLabel("Postcode").fill("Burlington");
  await page.getByRole("button", { name: "Show what reaches me" }).click();
  // The typed text is still there.
  await expect(page.getByText(/Write the postcode as it stands/).first()).toBeVisible();
  await expect(page.getByLabel("Postcode")).toHaveValue("Burlington");
  await lookAtPage(page, "what reaches me", info);
  await page.getByLabel("Postcode").fill("99501");
  await page.getByRole("button", { name: "Show what reaches me" }).click();
  await expect(page).toHaveURL(/\/products\?q=Rye/);
  await expect(page.getByText("Nothing found")).toBeVisible();
  await page.getByRole("link", { name: /Remove filter: Reaches 99501/ }).click();
  await expect(card).toBeVisible();
  await expect(page.getByText("Not to 99501")).toBeVisible();
  await lookAtPage(page, "a list with what does not reach", info);

  await page.getByText("Reaches 99501").first().click();
  await page.getByLabel("Postcode").fill("05401");
  await page.getByLabel("Day (optional)").fill(NEXT);
  await page.getByRole("button", { name: "Show what reaches me" }).click();
  await expect(page.getByText("Nothing found")).toBeVisible();
  await page.getByText("Reaches 05401").first().click();
  await page.getByLabel("Day (optional)").fill(ON);
  await page.getByRole("button", { name: "Show what reaches me" }).click();
  await expect(card).toBeVisible();
  expect(page.url()).not.toContain("05401");
  await lookAtPage(page, "a list for a postcode", info);

  await card.click();
  await expect(page.getByRole("heading", { name: "How it reaches 05401" })).toBeVisible();
  await expect(page.getByText(/^Order by .*, 12:00 for /)).toBeVisible();
  await lookAtPage(page, "a product with its ways", info);
  await page.locator("main a[href^='/stalls/']").first().click();
  await page.waitForURL(/\/stalls\//);
  await expect(page.getByText("Evening round")).toBeVisible();
  await lookAtPage(page, "a stall with its ways", info);
  await page.getByRole("link", { name: "Change", exact: true }).click();
  await page.getByRole("button", { name: "Forget the postcode" }).click();
  await expect(page.getByRole("heading", { name: "How it gets to you" })).toBeVisible();
});
