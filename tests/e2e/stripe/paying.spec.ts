import { mailTo } from "../outbox";
import { expect, test } from "../shop";
import {
  aCheckout,
  expectOrderSoon,
  expectReceived,
  knownToStripe,
  pay,
  payInElement,
  payOnStripesPage,
  payThere,
  standIn,
} from "./paying";

// The service worker would send the requests that a test blocks on the page.
test.use({ serviceWorkers: "block" });

test("a buyer pays with Stripe and finds the order in the history: in the page with scripts, on Stripe's own page without", async ({
  page,
  request,
  scripts,
}) => {
  const { email } = await aCheckout(page, request);
  await pay(page, scripts);
  await expectReceived(page);
  await expect(page).toHaveURL(/\/checkout\/success\?order=[0-9a-f]{24}$/);
  await page.getByRole("link", { name: "Go to Dashboard" }).click();
  await page.getByRole("link", { name: "Order History" }).first().click();
  // The dashboard says the same of the order.
  await expect(page).toHaveURL(/\/order_history$/);
  await expect(page.getByRole("main").getByText("In Transit")).toHaveCount(1);
  await page.goto("/shopping_cart");
  await expect(page.getByText(/Order #\d+ is paid/)).toBeVisible();
  await expect.poll(() => mailTo(email, /Order #\d+ is paid/)).not.toBe("");
});

test("a card that is refused says why, and another one pays the same order", async ({ page, request, scripts }) => {
  await aCheckout(page, request);
  await pay(page, scripts, "4000 0000 0000 0002");
  if (scripts) {
    await expect(page.getByRole("alert")).toHaveText("Payment failed: Your card was declined.");
    await payInElement(page, "4000 0000 0000 0069");
    await expect(page.getByRole("alert")).toHaveText("Payment failed: Your card has expired.");
    await payInElement(page, "4242 4242 4242 4242");
  } else {
    await expect(page.getByRole("alert")).toHaveText("Your card was declined.");
    await page.getByRole("link", { name: "Back to the shop" }).click();
    await expect(page).toHaveURL(/\/checkout\/payment$/);
    await payOnStripesPage(page, "4242 4242 4242 4242");
  }
  await expectReceived(page);
});

test("a bank that wants to be sure asks: failing leads back to the card, completing places the order", async ({
  page,
  request,
  scripts,
}) => {
  await aCheckout(page, request);
  await pay(page, scripts, "4000 0027 6000 3184");
  await page.getByRole("button", { name: "Fail authentication" }).click();
  if (scripts)
    await expect(page.getByRole("alert")).toHaveText(
      /Payment failed: We are unable to authenticate your payment method\./,
    );
  else await expect(page).toHaveURL(/\/c\/pay\//);
  await (scripts ? payInElement(page, "4000 0027 6000 3184") : payThere(page, "4000 0027 6000 3184"));
  await page.getByRole("button", { name: "Complete authentication" }).click();
  await expectReceived(page);
});

test("a tab that dies after the payment loses nothing: the order appears by itself", async ({
  page,
  request,
  context,
  scripts,
}) => {
  await aCheckout(page, request);
  if (scripts) {
    await page.route("**/checkout_success*", (route) => route.abort());
    const wayBack = page.waitForRequest("**/checkout_success*");
    await pay(page, scripts);
    await wayBack;
    await page.close();
  } else {
    await page.getByRole("button", { name: /^Pay \$[\d.,]+ on Stripe’s page$/ }).click();
    await expect(page).toHaveURL(/\/c\/pay\//);
    const [paymentAddress] = [page.url(), await page.close()];
    // The browser sends the card and is gone.
    expect(
      (await request.post(paymentAddress, { form: { number: "4242 4242 4242 4242" }, maxRedirects: 0 })).status(),
    ).toBe(303);
  }
  await expectOrderSoon(context);
});

test("an order that was left unpaid waits in the history, and Pay now pays it", async ({ page, request, scripts }) => {
  await aCheckout(page, request);
  await page.goto("/");
  await page.goto("/customer/order_history");
  await expect(page.getByText("Waiting for payment")).toBeVisible();
  await expect(page.getByText(/held until \d\d:\d\d UTC/)).toBeVisible();
  await page.getByRole("link", { name: "View details" }).click();
  await expect(page.getByRole("heading", { name: "Not paid yet" })).toBeVisible();
  const orderId = page.url().split("/").at(-1)!;
  await page.getByRole("link", { name: "Pay now" }).click();
  await expect(page).toHaveURL(/\/checkout\/payment$/);
  await pay(page, scripts);
  await expectReceived(page);
  expect((await knownToStripe(request, orderId)).paid).toBe(1);
  await page.goto("/customer/order_history");
  await expect(page.getByText("Waiting for payment")).toHaveCount(0);
});

test.describe("where Stripe's script does not come", () => {
  test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, "without scripts nobody asks for it");

  test("because it is blocked, the page says so and leads to Stripe's page", async ({ page, request }) => {
    await page.route(`${standIn}/v3/`, (route) => route.abort());
    await aCheckout(page, request);
    await expect(page.getByText("The card form could not be loaded here.")).toBeVisible();
    await payOnStripesPage(page, "4242 4242 4242 4242");
    await expectReceived(page);
  });

  test("because the line is dead, the button is there from the start, and after ten seconds nothing else is promised", async ({
    page,
    request,
  }) => {
    await page.route(`${standIn}/v3/`, () => new Promise(() => undefined));
    await aCheckout(page, request);
    await expect(page.getByText("The card form is on its way.")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Pay \$[\d.,]+ on Stripe’s page$/ })).toBeEnabled();
    await expect(page.getByText("The card form could not be loaded here.")).toBeVisible();
    await payOnStripesPage(page, "4242 4242 4242 4242");
    await expectReceived(page);
  });
});

test("the button reads Processing... while the card is tried, and takes no second press", async ({
  page,
  request,
  scripts,
}) => {
  test.skip(!scripts, "without scripts the label cannot change");
  await aCheckout(page, request);
  let tries = 0;
  await page.route(`${standIn}/v1/payment_intents/*/confirm`, async (route) => {
    tries += 1;
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  await payInElement(page, "4242 4242 4242 4242");
  await expect(page.getByRole("button", { name: "Processing..." })).toBeDisabled();
  await expectReceived(page);
  expect(tries).toBe(1);
});
