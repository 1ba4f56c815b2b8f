import type { APIRequestContext, BrowserContext, Page } from "@playwright/test";
import { codeFor } from "../outbox";
import { addToCart, checkOut, expect, newEmail, PASSWORD, productsInStock, signInAsNewBuyer } from "../shop";
import { call, tokenOf, type Wanted } from "../stall";

/** The address of the stand-in for Stripe, as in the payment page's policy. */
export const standIn = `http://127.0.0.1:${process.env["E2E_STAND_IN_PORT"] ?? Number(process.env["E2E_PORT"] ?? "4310") + 2}`;

/** A card of the stand-in whose payments stay in process until `decide`. */
export const TAKES_ITS_TIME = "4000 0000 0000 8888";

/** Opens the payment page as a new buyer who holds one product. */
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
  await page.getByRole("button", { name: /^Pay \$[\d.,]+$/ }).click();
}

/** Goes from our button to the provider's page, and pays there. */
export async function payOnStripesPage(page: Page, number: string): Promise<void> {
  await page.getByRole("button", { name: /^Pay \$[\d.,]+ on Stripe’s page$/ }).click();
  await expect(page).toHaveURL(/\/c\/pay\//);
  await payThere(page, number);
}

export async function payThere(page: Page, number: string): Promise<void> {
  await page.getByLabel("Card number").fill(number);
  await page.getByRole("button", { name: /^Pay / }).click();
}

/** Pays as the browser allows: in the element where scripts run, otherwise on the provider's page. */
export async function pay(page: Page, scripts: boolean, number = "4242 4242 4242 4242"): Promise<void> {
  await (scripts ? payInElement(page, number) : payOnStripesPage(page, number));
}

export async function expectReceived(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "Order Received" })).toBeVisible();
}

/** Waits until the order appears in the history, by whatever message the shop learned of it. */
export async function expectOrderSoon(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await expect
    .poll(
      async () => {
        await page.goto("/customer/order_history");
        return page.getByRole("main").getByText("In Transit").count();
      },
      { intervals: [1000] },
    )
    .toBe(1);
  await expect(page.getByText("Waiting for payment")).toHaveCount(0);
  await page.close();
}

/** Makes a purchase through the service, with a card that pays, without any page. */
export async function boughtWithStripe(request: APIRequestContext, carts: Wanted[]): Promise<string> {
  const email = newEmail();
  await call(request, "", "POST", "/user", {
    email,
    password: PASSWORD,
    firstName: "Bea",
    lastName: "Walker",
    privilege: "buyer",
  });
  await call(request, "", "POST", "/user/otp", { email, otp: await codeFor(email) });
  const token = await tokenOf(request, email, PASSWORD);
  const billing = {
    firstName: "Bea",
    lastName: "Walker",
    streetAddress: "12 Orchard Row",
    city: "Burlington",
    countryRegion: "United States",
  };
  const { data: client_secret, payment } = await call<{ data: string; payment: { orderId: string; stripeId: string } }>(
    request,
    token,
    "POST",
    "/product/payment/initialize",
    { carts, billing },
  );
  const paid = await request.post(`${standIn}/v1/payment_intents/${payment.stripeId}/confirm`, {
    headers: { Authorization: "Bearer pk_test_fake" },
    form: { client_secret, payment_method: "pm_card_visa" },
  });
  expect(paid.ok(), await paid.text()).toBe(true);
  await call(request, token, "POST", "/product/payment/finalize", { stripeId: payment.stripeId });
  return payment.orderId;
}

/** Sends a merchant's answer to the stand-in's page for accounts, without opening it. */
export async function answerOnboarding(
  request: APIRequestContext,
  token: string,
  answer: "ready" | "checking" | "later",
): Promise<void> {
  const {
    data: { url },
  } = await call<{ data: { url: string } }>(request, token, "POST", "/product/payment/merchant/account/onboarding");
  expect((await request.post(url, { form: { answer }, maxRedirects: 0 })).status()).toBe(303);
  await call(request, token, "POST", "/product/payment/merchant/account/refresh");
}

/** Decides the newest payment of an order at the stand-in: it succeeds or is declined. */
export async function decide(request: APIRequestContext, orderId: string, isApproved: boolean): Promise<void> {
  const { intents } = (await (await request.get(`${standIn}/control/state`)).json()) as {
    intents: { id: string; status: string; metadata: Record<string, string> }[];
  };
  const waiting = intents.find(({ status, metadata }) => status === "processing" && metadata["orderId"] === orderId);
  expect(
    (
      await request.post(`${standIn}/control/decide`, {
        form: { payment_intent: waiting?.id ?? "", passed: isApproved ? "1" : "0" },
      })
    ).status(),
  ).toBe(200);
}

/** Returns the stand-in's transfers to a merchant for an order and the reversals of each, in cents. */
export async function transfersFor(
  request: APIRequestContext,
  orderId: string,
): Promise<{ sent: number; takenBack: number[] }[]> {
  const { transfers } = (await (await request.get(`${standIn}/control/state`)).json()) as {
    transfers: { transfer_group: string; amount: number; reversals: { data: { amount: number }[] } }[];
  };
  return transfers
    .filter((transfer) => transfer.transfer_group === orderId)
    .map(({ amount, reversals }) => ({ sent: amount, takenBack: reversals.data.map((reversal) => reversal.amount) }));
}

/** Returns the stand-in's records of an order: pages opened, and payments that succeeded. */
export async function knownToStripe(
  request: APIRequestContext,
  orderId: string,
): Promise<{ pages: number; paid: number }> {
  interface Known {
    metadata: Record<string, string>;
    status: string;
  }
  const { intents, sessions } = (await (await request.get(`${standIn}/control/state`)).json()) as {
    intents: Known[];
    sessions: Known[];
  };
  const ownRecords = (all: Known[]) => all.filter(({ metadata }) => metadata["orderId"] === orderId);
  return {
    pages: ownRecords(sessions).length,
    paid: ownRecords(intents).filter(({ status }) => status === "succeeded").length,
  };
}
