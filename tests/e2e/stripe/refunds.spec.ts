import type { APIRequestContext, Page } from "@playwright/test";
import { look } from "../look";
import { mailTo } from "../outbox";
import { DEMO_PASSWORD, expect, test } from "../shop";
import { call, signInAsOperator, somebodyElse, tokenOf } from "../stall";
import { aCheckout, expectReceived, pay, standIn } from "./paying";

interface StandInRefund {
  id: string;
  status: string;
  payment_intent: string;
}

/** The refunds of an order at the stand-in, oldest first. */
async function refundsOf(request: APIRequestContext, orderId: string): Promise<StandInRefund[]> {
  const { intents, refunds } = (await (await request.get(`${standIn}/control/state`)).json()) as {
    intents: { id: string; metadata: Record<string, string> }[];
    refunds: StandInRefund[];
  };
  const ids = intents.filter(({ metadata }) => metadata["orderId"] === orderId).map(({ id }) => id);
  return refunds.filter((refund) => ids.includes(refund.payment_intent));
}

/** Waits until the newest refund of an order has succeeded at the stand-in, and then makes it fail. */
async function failLater(request: APIRequestContext, orderId: string, count: number): Promise<void> {
  await expect
    .poll(async () => (await refundsOf(request, orderId)).map(({ status }) => status))
    .toEqual([...Array.from({ length: count - 1 }, () => "failed"), "succeeded"]);
  const refund = (await refundsOf(request, orderId)).at(-1)!;
  const moveAnswer = await request.post(`${standIn}/control/move-refund`, {
    form: { refund: refund.id, status: "failed" },
  });
  expect(moveAnswer.status()).toBe(200);
}

/** Reloads a page until it has this text. */
async function reads(page: Page, path: string, text: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.goto(path);
    expect(await page.getByRole("main").getByText(text).count()).toBeGreaterThan(0);
  }).toPass();
}

test("a refund that fails at Stripe later is made anew, and given back another way when that fails too; the buyer sees each", async ({
  page: buyer,
  browser,
  request,
  scripts,
}, info) => {
  test.slow();
  const { email } = await aCheckout(buyer, request);
  await pay(buyer, scripts);
  await expectReceived(buyer);
  const orderId = new URL(buyer.url()).searchParams.get("order") ?? "";
  const token = await tokenOf(request, "operator@example.com", DEMO_PASSWORD);
  await call(request, token, "POST", `/operator/orders/${orderId}/refund`, { reason: "The crate was wet." });
  await failLater(request, orderId, 1);

  const operator = await somebodyElse(browser, scripts);
  await signInAsOperator(operator);
  const path = `/operator/orders/${orderId}`;
  const atBuyer = `/customer/order_history/${orderId}`;
  await reads(operator, path, /It came back/);
  await reads(buyer, atBuyer, /could not be given back to the card and is still owed/);
  await expect(buyer.getByText("goes back to your card")).toHaveCount(0);
  await expect.poll(() => mailTo(email, /has not arrived yet/)).toContain("You need not do anything");
  await look(operator, "/operator", info, "failed-refunds-dashboard");
  await operator.getByRole("link", { name: "See to them: Failed refunds" }).click();
  await expect(operator).toHaveURL(/\/operator\/orders\?what=refund_failed$/);
  await look(operator, "/operator/orders?what=refund_failed", info, "failed-refunds-orders");
  await operator.locator(`a[href="${path}"]`).click();
  await expect(operator.getByRole("heading", { name: /still owed to the buyer/ })).toBeVisible();
  await look(operator, path, info, "failed-refund-order");
  await look(buyer, atBuyer, info, "failed-refund-buyer");

  await operator.getByRole("button", { name: "Make the refund anew" }).click();
  await expect(operator.getByText("The refund is made anew.")).toBeVisible();
  await expect(operator.getByRole("button", { name: "Make the refund anew" })).toHaveCount(0);
  await failLater(request, orderId, 2);
  await reads(operator, path, /It came back/);

  // Without a description, or with a future day, nothing is recorded.
  const owed = operator.getByRole("region", { name: /still owed to the buyer/ });
  const press = () => owed.getByRole("button", { name: "It was given back this way" }).click();
  const day = new Date().toISOString().slice(0, 10);
  await owed.getByLabel("How it was given back").fill("  ");
  await owed.getByLabel("On which day").fill(day);
  await press();
  await expect(owed.getByText("How is required").first()).toBeVisible();
  await owed.getByLabel("How it was given back").fill("By bank transfer, as agreed on the phone.");
  await owed.getByLabel("On which day").fill("2099-01-01");
  await press();
  await expect(owed.getByText("That day is still to come.").first()).toBeVisible();
  await expect(owed.getByLabel("How it was given back")).toHaveValue("By bank transfer, as agreed on the phone.");
  await owed.getByLabel("On which day").fill(day);
  await press();
  await expect(operator.getByText("It is noted, and the buyer reads how the money was given back.")).toBeVisible();
  await expect(operator.getByText(/^Another way, on/)).toBeVisible();
  await look(operator, path, info, "refund-other-way-order");
  await reads(buyer, atBuyer, /given back another way/);
  await expect(buyer.getByText(/By bank transfer, as agreed on the phone/)).toBeVisible();
  await look(buyer, atBuyer, info, "refund-other-way-buyer");
  await expect
    .poll(() => mailTo(email, /given back another way/))
    .toContain("By bank transfer, as agreed on the phone.");
  expect((await refundsOf(request, orderId)).map(({ status }) => status)).toEqual(["failed", "failed"]);
});
