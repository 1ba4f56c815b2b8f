import { linkFor } from "../outbox";
import { expect, test } from "../shop";
import { analyse, look, watchConsole } from "../look";
import { call, onSale, signInAsNewMerchant } from "../stall";
import { aCheckout, answerOnboarding, boughtWithStripe, pay, TAKES_ITS_TIME } from "./paying";

test.beforeEach(({ page }) => watchConsole(page));

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in the ${colorScheme}`, () => {
    test.use({ colorScheme });

    test("everything on the way to a payment can be read, narrow and wide", async ({
      page,
      request,
      scripts,
    }, info) => {
      test.slow();
      const { email } = await aCheckout(page, request);
      if (scripts) await page.getByText("Other ways to pay").click();
      await page.getByRole("button", { name: "Mail me a payment link" }).click();
      await expect(page.getByText(/We have mailed a payment link/)).toBeVisible();
      await look(page, "/checkout/payment", info, `stripe-payment-${colorScheme}`);
      if (scripts) {
        await page.getByText("Other ways to pay").click();
        expect(await analyse(page, scripts)).toEqual([]);
        const worn = JSON.parse((await page.locator("[data-stripe-fake]").getAttribute("data-appearance")) ?? "{}") as {
          theme: string;
          variables: { colorBackground: string };
        };
        expect([worn.theme, worn.variables.colorBackground]).toEqual(
          colorScheme === "dark" ? ["night", "#1C241F"] : ["stripe", "#FFFFFF"],
        );
      }
      await look(page, "/customer/order_history", info, `waiting-history-${colorScheme}`);
      await page.getByRole("link", { name: "View details" }).click();
      await expect(page.getByRole("heading", { name: "Not paid yet" })).toBeVisible();
      await look(page, new URL(page.url()).pathname, info, `waiting-details-${colorScheme}`);
      const link = await linkFor(email, /Pay for order/, /\/pay\/[\w.-]+/);
      await look(page, link, info, `payment-link-${colorScheme}`);
    });

    test("the page that waits for a payment can be read, narrow and wide", async ({ page, request, scripts }, info) => {
      await aCheckout(page, request);
      await pay(page, scripts, TAKES_ITS_TIME);
      await expect(page.getByRole("heading", { name: "Your payment is being confirmed" })).toBeVisible();
      const { pathname, search } = new URL(page.url());
      await look(page, pathname + search, info, `settling-${colorScheme}`);
    });

    test("what a merchant sees of payouts can be read, narrow and wide", async ({ page, request }, info) => {
      test.slow();
      const stall = await signInAsNewMerchant(page, request);
      await answerOnboarding(request, stall.token, "later");
      await look(page, "/merchant/account_settings", info, `payouts-incomplete-${colorScheme}`);
      const product = await onSale(request, stall, `Sprig of thyme ${Date.now().toString(36)}`);
      for (const quantity of [1, 3]) {
        const orderId = await boughtWithStripe(request, [{ product, quantity }]);
        for (const what of ["ship", "deliver"])
          await call(request, stall.token, "POST", `/product/order/merchant/${orderId}/${what}`, {});
      }
      await answerOnboarding(request, stall.token, "ready");
      await expect
        .poll(
          async () => {
            await page.goto("/merchant/payments");
            return page.getByText("Paid out", { exact: true }).count();
          },
          { timeout: 20_000 },
        )
        .toBe(3);
      await look(page, "/merchant/payments", info, `payments-paid-out-${colorScheme}`);
    });
  });
}
