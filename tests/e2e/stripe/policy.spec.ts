import type { Page, Response } from "@playwright/test";
import { expect, test } from "../shop";
import { aCheckout, expectReceived, pay, standIn } from "./paying";

const policyOf = (answer: Response | null) => answer?.headers()["content-security-policy"] ?? "";

/** Every request that a page makes to the card provider, or for our own code that talks to it. */
function watched(page: Page): string[] {
  const requestUrls: string[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith(standIn) || request.url().includes("/card-element")) requestUrls.push(request.url());
  });
  return requestUrls;
}

test("no page but the payment page knows of Stripe: no script, no request, no word in the policy", async ({
  page,
  request,
  scripts,
}) => {
  const requestUrls = watched(page);
  for (const path of [
    "/",
    "/products",
    "/wishlist",
    "/shopping_cart",
    "/login/customer",
    "/checkout/success",
    "/customer/order_history",
  ])
    expect(policyOf(await page.goto(path)), path).not.toContain(standIn);
  // The way through login, cart and checkout uses links and buttons.
  const documents: string[] = [];
  page.on("response", (answer) => {
    if (answer.request().resourceType() === "document" && policyOf(answer).includes(standIn))
      documents.push(new URL(answer.url()).pathname);
  });
  expect(requestUrls).toEqual([]);
  await aCheckout(page, request);
  expect(documents).toEqual(["/checkout/payment"]);
  if (scripts) {
    await expect(page.getByLabel("Card number")).toBeVisible();
    expect(requestUrls.some((url) => url === `${standIn}/v3/`)).toBe(true);
    expect(requestUrls.some((url) => url.includes("/card-element"))).toBe(true);
  } else expect(requestUrls).toEqual([]);

  // A link leads from the payment page to a new document, which contains nothing of Stripe.
  requestUrls.length = 0;
  await page.getByRole("navigation").getByRole("link", { name: "Shop" }).first().click();
  await expect(page).toHaveURL(/\/products$/);
  await page.goto("/customer/order_history");
  expect(await page.locator(`script[src^="${standIn}"]`).count()).toBe(0);
  expect(requestUrls).toEqual([]);
  expect(documents).toEqual(["/checkout/payment"]);
});

test("the payment page lets Stripe in where it must be and nowhere else, and the page after it does not", async ({
  page,
  request,
  scripts,
}) => {
  await aCheckout(page, request);
  const policy = policyOf(await page.reload());
  const allowedSources = policy
    .split("; ")
    .filter((line) => line.includes(standIn))
    .map((line) => line.split(" ")[0]);
  expect(allowedSources.toSorted()).toEqual(["connect-src", "form-action", "frame-src", "script-src"]);
  expect(policy).not.toContain("unsafe");
  const after = page.waitForResponse(
    (answer) => answer.request().resourceType() === "document" && answer.url().includes("/checkout/success?order="),
  );
  await pay(page, scripts);
  expect(policyOf(await after)).not.toContain(standIn);
  await expectReceived(page);
});

test("coming to the payment page by the login's way opens it as a document of its own", async ({
  page,
  request,
  scripts,
}) => {
  const { email } = await aCheckout(page, request);
  await page.context().clearCookies();
  await page.goto("/checkout/payment");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill("harvest-moon-9");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\/checkout\/payment$/);
  await pay(page, scripts);
  await expectReceived(page);
});

test("a payment link's page may only send its form to Stripe", async ({ page }) => {
  const policy = policyOf(await page.goto("/pay/forged"));
  expect(policy.split("; ").filter((line) => line.includes(standIn))).toEqual([`form-action 'self' ${standIn}`]);
});
