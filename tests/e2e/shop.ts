import { test as base, expect, type APIRequestContext, type Page } from "@playwright/test";

export { expect };

/** With `scripts` a test knows whether the browser of its run has JavaScript. */
export const test = base.extend<{ scripts: boolean }>({
  scripts: async ({ javaScriptEnabled }, use) => {
    await use(javaScriptEnabled !== false);
  },
});

/** Somebody reaches for a control, and React comes: until then a press is the browser's own, or goes as a plain form. */
export async function hydrated(page: Page): Promise<void> {
  await page.getByRole("banner").getByRole("searchbox").first().hover();
  await page.waitForFunction(() =>
    Object.keys(document.querySelector("main") ?? {}).some((name) => name.startsWith("__reactFiber")),
  );
}

export const PASSWORD = "harvest-moon-9";
export const DEMO_PASSWORD = "harvest-moon-7";
let serial = 0;

/** An address nobody has used yet. */
export function newEmail(): string {
  serial += 1;
  return `walker-${Date.now().toString(36)}-${process.pid}-${serial}@example.com`;
}

/** The mails to an address with these words in them, newest first, as the outbox shows them. */
export async function mailsTo(request: APIRequestContext, email: string, words: RegExp): Promise<string[]> {
  const html = await (await request.get("/outbox")).text();
  // Each mail ends with its article: behind the last one the page's data holds all of them once more.
  return html
    .split("<article")
    .slice(1)
    .map((part) => part.split("</article>")[0] ?? "")
    .filter((mail) => mail.includes(email) && words.test(mail));
}

/** The newest of them; empty while there is none. */
export async function mailTo(request: APIRequestContext, email: string, words: RegExp): Promise<string> {
  return (await mailsTo(request, email, words))[0] ?? "";
}

/** The newest code that was mailed to an address, read where a newcomer reads it. */
export async function codeFor(request: APIRequestContext, email: string, after = ""): Promise<string> {
  let code = "";
  await expect
    .poll(
      async () => {
        code = /(\d{5}) is your/.exec(await mailTo(request, email, /\d{5} is your/))?.[1] ?? "";
        return code !== "" && code !== after;
      },
      { timeout: 15_000 },
    )
    .toBe(true);
  return code;
}

/** A verified buyer, made through the service, who signs in on the page. */
export async function signInAsNewBuyer(page: Page, request: APIRequestContext): Promise<{ email: string }> {
  const email = newEmail();
  const signedUp = await request.post("/api/v1/user", {
    data: { email, password: PASSWORD, firstName: "Wanda", lastName: "Walker", privilege: "buyer" },
  });
  expect(signedUp.status()).toBe(201);
  const verified = await request.post("/api/v1/user/otp", { data: { email, otp: await codeFor(request, email) } });
  expect(verified.status()).toBe(200);
  await signIn(page, email, PASSWORD);
  await expect(page).toHaveURL(/\d\/customer$/);
  return { email };
}

export async function signIn(page: Page, email: string, password: string, path = "/login/customer"): Promise<void> {
  await page.goto(path);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

interface Goods {
  _id: string;
  title: string;
  amount: number;
  quantity: number;
  merchant: { _id: string; storeName: string };
}

/** What every stall is called that a test opens for itself. */
export const STALL = "Mira's Stall";

/** Published products of the demo that are well in stock. What tests put on sale is left to them, for they count it. */
export async function productsInStock(request: APIRequestContext, query = ""): Promise<Goods[]> {
  const { data } = (await (await request.get(`/api/v1/product/general?page=10&from=1&${query}`)).json()) as {
    data: { docs: Goods[] };
  };
  return data.docs.filter((product) => product.quantity > 30 && product.merchant.storeName !== STALL);
}

export async function stockOf(request: APIRequestContext, id: string): Promise<number> {
  return ((await (await request.get(`/api/v1/product/general/${id}`)).json()) as { data: Goods }).data.quantity;
}

export async function addToCart(page: Page, id: string): Promise<void> {
  await page.goto(`/products/${id}`);
  const cart = page.getByRole("banner").getByRole("link", { name: /^Shopping Cart, / });
  const before = Number(/\d+/.exec((await cart.textContent()) ?? "")?.[0]);
  await page.getByRole("button", { name: "Add to Cart", exact: true }).click();
  // The button shows at once what was asked for; the header counts what is kept.
  await expect(cart).toHaveAccessibleName(new RegExp(`^Shopping Cart, ${before + 1} product`));
}

/** Fills in what the checkout needs to know. */
export async function fillBilling(page: Page): Promise<void> {
  await page.getByLabel("First name").first().fill("Wanda");
  await page.getByLabel("Last name").first().fill("Walker");
  await page.getByLabel("Street address").first().fill("12 Orchard Row");
  await page.getByLabel("City").first().fill("Burlington");
  await page.getByLabel("Country / Region").first().selectOption("United States");
}

/** Fills in the billing form and moves on to the payment page. */
export async function checkOut(page: Page): Promise<void> {
  await page.goto("/checkout");
  await fillBilling(page);
  await page.getByRole("button", { name: "Checkout", exact: true }).click();
  await expect(page).toHaveURL(/\/checkout\/payment$/);
}

export async function payWith(page: Page, number: string): Promise<void> {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiry date").fill("04 / 34");
  await page.getByLabel("Security code").fill("123");
  await page.getByRole("button", { name: /^Pay \$\d/ }).click();
}
