import type { Page } from "@playwright/test";
import { UNTIL_MENDED } from "../fixtures/bad-line";
import { test } from "./broken-line";
import { mailsTo } from "./outbox";
import { addToCart, expect, scriptsReady, newEmail, productsInStock, signIn, signInAsNewBuyer, PASSWORD } from "./shop";
import { onSale, signInAsNewMerchant } from "./stall";

/* People press and type before the script that updates pages in place has loaded, or where it never loads. */

const NO_LINE = "No connection. What you entered is kept on this phone, and will be sent when the line is back.";
const NO_LINE_TO_READ = "No connection. What you asked for comes when the line is back.";

test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, "Without scripts all of it is the browser's.");

// A service worker would have the scripts that a bad line holds back.
test.use({ serviceWorkers: "block" });

/** Lets only the one small script through. All other scripts wait until `let` is called. */
async function withoutInPlace(page: Page): Promise<{ let(): void }> {
  let free = () => undefined as void;
  const freed = new Promise<void>((resolve) => (free = resolve));
  await page.route(/\/assets\/(?!page-)[^/]+\.js$/, async (route) => {
    await freed;
    await route.continue().catch(() => undefined);
  });
  return { let: free };
}
const isInPlace = (page: Page) => page.evaluate(() => document.documentElement.dataset["inPlace"] !== undefined);

async function write(page: Page, email: string): Promise<void> {
  await page.goto("/contact");
  await page.getByLabel("Full name").fill("Wanda Walker");
  await page.getByRole("main").getByLabel("Email").fill(email);
  await page.getByLabel("Message").fill("My peaches came bruised.");
}
const send = (page: Page) => page.getByRole("button", { name: "Send message" }).click();
const SENT = "Your message has been sent successfully!";
/** The number of thank-you mails to this writer. */
const thanks = async (page: Page, email: string) => (await mailsTo(email, /We have your message/)).length;

test("what is typed while scripts are on their way stands in the form when they are there, and the cursor stays", async ({
  page,
}) => {
  const scripts = await withoutInPlace(page);
  await write(page, "wanda@example.com");
  expect(await isInPlace(page)).toBe(false);
  scripts.let();
  await expect.poll(() => isInPlace(page)).toBe(true);
  await expect(page.getByLabel("Message")).toBeFocused();
  await page.keyboard.type(" All of them.");
  await expect(page.getByLabel("Message")).toHaveValue("My peaches came bruised. All of them.");
  await expect(page.getByLabel("Full name")).toHaveValue("Wanda Walker");
});

test("a text that was there before and is changed while scripts are on their way keeps the change", async ({
  page,
  request,
}) => {
  const stall = await signInAsNewMerchant(page, request);
  const product = await onSale(request, stall, "Peaches from the south wall");
  const scripts = await withoutInPlace(page);
  await page.goto(`/merchant/products/${product}/edit`);
  await page.getByLabel("Description").fill("Grown without sprays. Picked at dawn, sold the same day.");
  scripts.let();
  await expect.poll(() => isInPlace(page)).toBe(true);
  await expect(page.getByText("Saved on this device")).toBeVisible();
  await expect(page.getByLabel("Description")).toHaveValue("Grown without sprays. Picked at dawn, sold the same day.");
  await page.getByRole("button", { name: "Save Product" }).click();
  await expect(page.getByText("Product Updated Successfully")).toBeVisible();
  await page.goto(`/merchant/products/${product}/edit`);
  await expect(page.getByLabel("Description")).toHaveValue("Grown without sprays. Picked at dawn, sold the same day.");
});

test("scripts that do not come are asked for again, and come once they can", async ({ page }) => {
  const requests: string[] = [];
  let isThere = false;
  await page.route(/\/assets\/(?!page-)[^/]+\.js$/, (route) => {
    requests.push(route.request().url());
    return isThere ? route.continue() : route.abort();
  });
  await page.goto("/contact");
  await page.getByLabel("Full name").fill("Wanda Walker");
  const repeatedCount = () => requests.length - new Set(requests).size;
  await expect.poll(repeatedCount).toBeGreaterThan(0);
  isThere = true;
  await expect.poll(() => isInPlace(page)).toBe(true);
  await expect(page.getByLabel("Full name")).toHaveValue("Wanda Walker");
});

test("who is mending a refused form when scripts arrive stays in the field", async ({ page }) => {
  const scripts = await withoutInPlace(page);
  await write(page, "a@b");
  await send(page);
  await page.getByRole("main").getByRole("alert").getByRole("link", { name: /Email/ }).click();
  const email = page.getByRole("main").getByLabel("Email");
  await expect(email).toBeFocused();
  expect(await isInPlace(page)).toBe(false);
  scripts.let();
  await expect.poll(() => isInPlace(page)).toBe(true);
  await page.waitForTimeout(300);
  await expect(email).toBeFocused();
});

test("a form that is pressed before scripts are there goes out as a plain form, once, and its answer is shown", async ({
  page,
}) => {
  await withoutInPlace(page);
  const email = newEmail();
  await write(page, email);
  await send(page);
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText(SENT)).toBeVisible();
  expect(await isInPlace(page)).toBe(false);
  await expect.poll(() => thanks(page, email)).toBe(1);
});

test("a press that scripts come in time for is answered in place, and the page stays", async ({ page, line }) => {
  const [product] = await productsInStock(page.request);
  const scripts = await withoutInPlace(page);
  await page.goto(`/products/${product!._id}`);
  await page.evaluate(() => Object.assign(window, { same: true }));
  await page.getByRole("button", { name: "Add to Cart", exact: true }).click();
  await page.getByRole("button", { name: "Add to wishlist" }).first().click();
  scripts.let();
  await expect(page.getByRole("banner").getByRole("link", { name: "Shopping Cart, 1 product" })).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: "Wishlist, 1 product" })).toBeVisible();
  expect(await page.evaluate(() => "same" in window)).toBe(true);
  expect(line.seen.filter((request) => request === "POST /lists")).toHaveLength(2);
});

test("a quantity that is typed and sent while scripts are on their way counts", async ({ page, line }) => {
  const [product] = await productsInStock(page.request);
  await signInAsNewBuyer(page, page.request);
  await addToCart(page, product!._id);
  const scripts = await withoutInPlace(page);
  await page.goto("/shopping_cart");
  await page.getByLabel(`Quantity of ${product!.title}`).fill("3");
  await page.getByRole("button", { name: "Proceed to Checkout" }).click();
  scripts.let();
  await expect(page.getByText("× 3")).toBeVisible();
  expect(line.seen.filter((request) => request === "POST /shopping_cart")).toHaveLength(1);
});

test("two forms that are pressed before scripts are there are both done", async ({ page }) => {
  const [product] = await productsInStock(page.request);
  await withoutInPlace(page);
  await page.goto(`/products/${product!._id}`);
  await page.getByRole("button", { name: "Add to Cart", exact: true }).click();
  await page.getByRole("button", { name: "Add to wishlist" }).first().click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Shopping Cart, 1 product" })).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: "Wishlist, 1 product" })).toBeVisible();
});

test("heart and cart of one card that are pressed before scripts are there are both done", async ({ page }) => {
  await withoutInPlace(page);
  await page.goto("/products");
  const card = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("button", { name: /^Add to Cart: / }) })
    .first();
  await card.getByRole("button", { name: /^Wishlist: / }).click();
  await card.getByRole("button", { name: /^Add to Cart: / }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Wishlist, 1 product" })).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: "Shopping Cart, 1 product" })).toBeVisible();
});

test("a link that was touched in passing does not lead away once the line is down", async ({ page, line }) => {
  await page.goto("/about");
  const link = page.getByRole("contentinfo").getByRole("link", { name: "Faqs" });
  const healthRequest = page.waitForResponse("**/healthz");
  // As when a finger comes down to scroll.
  await link.dispatchEvent("pointerdown");
  await healthRequest;
  line.cut();
  await page.waitForTimeout(1200);
  await link.dispatchEvent("click");
  await expect(page.getByText(NO_LINE_TO_READ)).toBeVisible();
  line.mend();
  await expect(page).toHaveURL(/\/faqs$/);
});

test("what is chosen before scripts are there counts when they are", async ({ page }) => {
  const scripts = await withoutInPlace(page);
  await page.goto("/products");
  await page.getByLabel("Sort by").selectOption("Price");
  scripts.let();
  await expect(page).toHaveURL(/sort=price/);
  await expect(page.getByLabel("Sort by")).toHaveValue("price");
});

test("a category that is chosen before scripts are there counts when they are", async ({ page }) => {
  const scripts = await withoutInPlace(page);
  await page.goto("/products");
  await page.getByRole("radio", { name: "Fruit" }).check({ force: true });
  scripts.let();
  await expect(page).toHaveURL(/categoryId=Fruit/);
  await expect(page.getByRole("radio", { name: "Fruit" })).toBeChecked();
});

test("a form that is sent without a line and without scripts in place keeps what was typed, says so, and goes out by itself", async ({
  page,
  line,
}) => {
  await withoutInPlace(page);
  const email = newEmail();
  await write(page, email);
  line.cut();
  await send(page);
  await expect(page.getByText(NO_LINE)).toBeVisible();
  await page.waitForTimeout(4000);
  await expect(page.getByLabel("Message")).toHaveValue("My peaches came bruised.");
  line.mend();
  await expect(page.getByText(SENT)).toBeVisible();
  await expect(page.getByText(NO_LINE)).toBeHidden();
  await expect.poll(() => thanks(page, email)).toBe(1);
});

test("where only the answer was lost, the plain form is done once, and its answer comes all the same", async ({
  page,
  line,
}) => {
  await withoutInPlace(page);
  const email = newEmail();
  await write(page, email);
  line.spoil("POST /contact", { kind: "answer lost" }, UNTIL_MENDED);
  await send(page);
  await expect(page.getByText(NO_LINE)).toBeVisible();
  line.mend();
  await expect(page.getByText(SENT)).toBeVisible();
  await expect.poll(() => thanks(page, email)).toBe(1);
});

for (const status of [503, 429]) {
  test(`a server that answers a plain form with ${status} is left alone for as long as it says`, async ({
    page,
    line,
  }) => {
    await withoutInPlace(page);
    const email = newEmail();
    await write(page, email);
    line.spoil("POST /contact", { kind: "answered", status, retryAfter: 4 });
    await send(page);
    await expect(page.getByText("The shop does not answer just now.")).toBeVisible();
    await page.waitForTimeout(2500);
    expect(line.seen.filter((request) => request.startsWith("POST /contact"))).toHaveLength(1);
    await expect(page.getByText(SENT)).toBeVisible();
    await expect.poll(() => thanks(page, email)).toBe(1);
  });
}

test("who does not want to wait gets the plain form back, changes something, and sends it", async ({ page, line }) => {
  await withoutInPlace(page);
  const email = newEmail();
  await write(page, email);
  line.cut();
  await send(page);
  await page.getByRole("button", { name: "Change something" }).click();
  await expect(page.getByText(NO_LINE)).toBeHidden();
  await page.getByLabel("Message").fill("My plums came bruised.");
  line.mend();
  await send(page);
  await expect(page.getByText(SENT)).toBeVisible();
  await expect.poll(() => thanks(page, email)).toBe(1);
});

test("a plain form that is refused comes back with what is wrong and what was typed", async ({ page, request }) => {
  const { email } = await signInAsNewBuyer(page, request);
  await page.context().clearCookies();
  await withoutInPlace(page);
  await signIn(page, email, `${PASSWORD}?`);
  await expect(page.getByRole("alert").first()).toContainText(/password/i);
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
});

test("a link without a line leaves the page where it is, says so, and is followed when the line is back", async ({
  page,
  line,
}) => {
  await page.goto("/contact");
  // Set by a script, because a touch would load the other scripts.
  await page.evaluate(() => {
    document.querySelector("textarea")!.value = "Half a sentence";
  });
  line.cut();
  await page.getByRole("banner").getByRole("link", { name: "About" }).click();
  await expect(page.getByText(NO_LINE_TO_READ)).toBeVisible();
  await page.waitForTimeout(2000);
  await expect(page.getByLabel("Message")).toHaveValue("Half a sentence");
  line.mend();
  // The link may already have been followed by itself.
  await page.evaluate(() =>
    [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Try again")?.click(),
  );
  await expect(page).toHaveURL(/\/about$/);
  expect(line.seen.filter((request) => request.startsWith("GET /about"))).toHaveLength(1);
});

test("whoever saves data loads scripts for what is typed, and for nothing else", async ({ page, line }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "connection", { value: { saveData: true, effectiveType: "4g" } }),
  );
  const [product] = await productsInStock(page.request);
  const loaded = () => line.seen.filter((request) => /\/assets\/(?!page-).*\.js$/.test(request));
  await page.goto(`/products/${product!._id}`);
  await page.getByRole("button", { name: "Add to Cart", exact: true }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Shopping Cart, 1 product" })).toBeVisible();
  await page.waitForTimeout(1000);
  expect(loaded()).toEqual([]);
  await page.goto("/contact");
  await page.getByLabel("Message").focus();
  await expect.poll(() => isInPlace(page)).toBe(true);
  expect(loaded()).not.toEqual([]);
});

test("Load More that is pressed while scripts begin shows one page more, under its address", async ({ page }) => {
  for (let tries = 0; tries < 8; tries += 1) {
    const scripts = await withoutInPlace(page);
    await page.goto("/products");
    await page.getByRole("link", { name: "Load More" }).click();
    scripts.let();
    await expect(page).toHaveURL(/page=2/);
    await expect(page.getByRole("main").getByRole("button", { name: /^Wishlist:/ })).toHaveCount(20);
  }
});

test("a link whose page is long in coming says Loading..., and that it is the line once it is", async ({ page }) => {
  let arrive = () => undefined as void;
  const arrival = new Promise<void>((resolve) => (arrive = resolve));
  await page.route("**/healthz", async (route) => {
    await arrival;
    await route.abort("internetdisconnected");
  });
  await page.goto("/about");
  await page.getByRole("banner").getByRole("link", { name: "Contact" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Loading..." })).toBeVisible();
  arrive();
  await expect(page.getByText(NO_LINE_TO_READ)).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Loading..." })).toBeHidden();
  await page.unroute("**/healthz");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Just Say Hello" })).toBeVisible();
});

test("a link that is pressed while another page is on its way wins over it", async ({ page }) => {
  let arrive = () => undefined as void;
  const arrival = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(/\/products\?q=/, async (route) => {
    await arrival;
    await route.continue().catch(() => undefined);
  });
  await page.goto("/about");
  const search = page.getByRole("banner").getByRole("search").locator("input");
  await search.fill("peaches");
  const contact = (await page.getByRole("banner").getByRole("link", { name: "Contact" }).boundingBox())!;
  const isAsked = page.waitForRequest(/\/products\?q=/);
  await search.press("Enter");
  await isAsked;
  // The shop's health check gets no response before the first page.
  await page.route("**/healthz", () => undefined);
  // By its position on the screen, because Playwright looks for links only when no navigation is pending.
  await page.mouse.click(contact.x + contact.width / 2, contact.y + contact.height / 2);
  arrive();
  await expect(page.getByRole("heading", { level: 1, name: "Just Say Hello" })).toBeVisible();
});

test("a list that comes to life under somebody's finger stays where they have scrolled it to", async ({ page }) => {
  await page.addInitScript(() => addEventListener("in-place", () => scrollTo(0, 300)));
  await page.goto("/products");
  await scriptsReady(page);
  await page.waitForTimeout(1000);
  expect(await page.evaluate(() => scrollY)).toBe(300);
});

test("who comes back to a list from a page that was loaded anew is where they were, before scripts are there again", async ({
  page,
}) => {
  await page.goto("/products");
  await scriptsReady(page);
  await page.evaluate(() => scrollTo(0, 400));
  await page.evaluate(() => document.querySelector<HTMLElement>("main h3 a")?.click());
  await expect(page.getByRole("button", { name: "Add to Cart", exact: true })).toBeVisible();
  await page.reload();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Products" })).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(400);
  expect(await isInPlace(page)).toBe(false);
});

test("keys that are pressed just while scripts begin are not lost", async ({ page }) => {
  const slow = await page.context().newCDPSession(page);
  await slow.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.addInitScript(() => {
    addEventListener("in-place", () => Object.assign(window, { begun: true }));
  });
  const failures: string[] = [];
  page.on("pageerror", ({ message }) => failures.push(message));
  const scripts = await withoutInPlace(page);
  await page.goto("/contact");
  await page.getByLabel("Message").focus();
  scripts.let();
  let text = "";
  const hasBegun = () => page.evaluate(() => "begun" in window);
  for (let words = 0; words < 200 && !(await hasBegun()); words += 1) {
    await page.keyboard.type("peaches ");
    text += "peaches ";
  }
  await expect.poll(hasBegun).toBe(true);
  await expect(page.getByLabel("Message")).toHaveValue(text);
  expect(failures).toEqual([]);
});
