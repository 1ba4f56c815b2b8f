import type { Page, TestInfo } from "@playwright/test";
import { linkFor } from "../outbox";
import { expect, test } from "../shop";
import { analyse, look, watchConsole } from "../look";
import { call, onSale, signInAsNewMerchant } from "../stall";
import { aCheckout, answerOnboarding, boughtWithStripe, pay, TAKES_ITS_TIME } from "./paying";

type Scheme = "light" | "dark";

test.beforeEach(({ page }) => watchConsole(page));

/** Checks a screen in light and in dark colours. Calls `then` after each. */
async function lookInBoth(page: Page, path: string, info: TestInfo, name: string, then?: (scheme: Scheme) => unknown) {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await look(page, path, info, `${name}-${colorScheme}`);
    await then?.(colorScheme);
  }
}

test("everything on the way to a payment can be read, narrow and wide, light and dark", async ({
  page,
  request,
  scripts,
}, info) => {
  test.slow();
  const { email } = await aCheckout(page, request);
  if (scripts) await page.getByText("Other ways to pay").click();
  await page.getByRole("button", { name: "Mail me a payment link" }).click();
  await expect(page.getByText(/We have mailed a payment link/)).toBeVisible();
  await lookInBoth(page, "/checkout/payment", info, "stripe-payment", async (scheme) => {
    if (!scripts) return;
    await page.getByText("Other ways to pay").click();
    expect(await analyse(page, scripts)).toEqual([]);
    const worn = JSON.parse((await page.locator("[data-stripe-fake]").getAttribute("data-appearance")) ?? "{}") as {
      theme: string;
      variables: { colorBackground: string };
    };
    expect([worn.theme, worn.variables.colorBackground]).toEqual(
      scheme === "dark" ? ["night", "#1C241F"] : ["stripe", "#FFFFFF"],
    );
  });
  await lookInBoth(page, "/customer/order_history", info, "waiting-history");
  await page.getByRole("link", { name: "View details" }).click();
  await expect(page.getByRole("heading", { name: "Not paid yet" })).toBeVisible();
  await lookInBoth(page, new URL(page.url()).pathname, info, "waiting-details");
  const link = await linkFor(email, /Pay for order/, /\/pay\/[\w.-]+/);
  await lookInBoth(page, link, info, "payment-link");
});

test("the page that waits for a payment can be read, narrow and wide, light and dark", async ({
  page,
  request,
  scripts,
}, info) => {
  await aCheckout(page, request);
  await pay(page, scripts, TAKES_ITS_TIME);
  await expect(page.getByRole("heading", { name: "Your payment is being confirmed" })).toBeVisible();
  const { pathname, search } = new URL(page.url());
  await lookInBoth(page, pathname + search, info, "settling");
});

test("what a merchant sees of payouts can be read, narrow and wide, light and dark", async ({
  page,
  request,
}, info) => {
  test.slow();
  const stall = await signInAsNewMerchant(page, request);
  await answerOnboarding(request, stall.token, "later");
  await lookInBoth(page, "/merchant/account_settings", info, "payouts-incomplete");
  const product = await onSale(request, stall, `Sprig of thyme ${Date.now()}`);
  for (const quantity of [1, 3]) {
    const orderId = await boughtWithStripe(request, [{ product, quantity }]);
    for (const step of ["ship", "deliver"])
      await call(request, stall.token, "POST", `/product/order/merchant/${orderId}/${step}`, {});
  }
  await answerOnboarding(request, stall.token, "ready");
  await expect
    .poll(async () => {
      await page.goto("/merchant/payments");
      return page.getByText("Paid out", { exact: true }).count();
    })
    .toBe(3);
  await lookInBoth(page, "/merchant/payments", info, "payments-paid-out");
});
