import type { Page } from "@playwright/test";
import sharp from "sharp";
import { UNTIL_MENDED } from "../fixtures/bad-line";
import { isSample } from "../../scripts/gate/sample.mjs";
import { test } from "./broken-line";
import { mailsTo } from "./outbox";
import {
  addToCart,
  checkOut,
  DEMO_PASSWORD,
  expect,
  scriptsReady,
  newEmail,
  productsInStock,
  signIn,
  signInAsNewBuyer,
} from "./shop";

test.use({ serviceWorkers: "allow" });

/* A line that breaks between browser and server: forms, links and buttons, one by one. */

const NO_LINE = "No connection. What you entered is kept on this phone, and will be sent when the line is back.";
const NO_LINE_TO_READ = "No connection. What you asked for comes when the line is back.";
/** Longer than several tries. 40 seconds are longer than any pause between two tries. */
const CUT_SECONDS = isSample ? 10 : 40;
const BUSY = "The shop does not answer just now.";

async function write(page: Page, email: string): Promise<void> {
  await page.goto("/contact");
  await scriptsReady(page);
  await page.getByLabel("Full name").fill("Wanda Walker");
  await page.getByRole("main").getByLabel("Email").fill(email);
  await page.getByLabel("Message").fill("My peaches came bruised.");
}
const send = (page: Page) => page.getByRole("button", { name: "Send message" }).click();
/** The number of thank-you mails to this writer. */
const thanks = async (page: Page, email: string) => (await mailsTo(email, /We have your message/)).length;

test.describe("where scripts run", () => {
  test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, "The browser itself says that the line is down.");

  test("a form that is sent without a line keeps what was typed, says so, and goes out by itself once the line is back", async ({
    page,
    line,
  }) => {
    const email = newEmail();
    await write(page, email);
    line.cut();
    await send(page);
    await expect(page.getByText(NO_LINE)).toBeVisible();
    await page.waitForTimeout(4000);
    await expect(page.getByLabel("Message")).toHaveValue("My peaches came bruised.");
    line.mend();
    await expect(page.getByText("Your message has been sent successfully!")).toBeVisible();
    await expect(page.getByLabel("Message")).toHaveValue("");
    await expect(page.getByText(NO_LINE)).toBeHidden();
    await expect.poll(() => thanks(page, email)).toBe(1);
  });

  test("where only the answer was lost, the form is done once, and its answer comes all the same", async ({
    page,
    line,
  }) => {
    const email = newEmail();
    await write(page, email);
    line.spoil("POST /contact", { kind: "answer lost" }, UNTIL_MENDED);
    await send(page);
    await expect(page.getByText(NO_LINE)).toBeVisible();
    line.mend();
    await expect(page.getByText("Your message has been sent successfully!")).toBeVisible();
    await expect.poll(() => thanks(page, email)).toBe(1);
  });

  for (const status of [503, 429]) {
    test(`a server that answers ${status} is left alone for as long as it says, and asked again then`, async ({
      page,
      line,
    }) => {
      const email = newEmail();
      await write(page, email);
      line.spoil("POST /contact", { kind: "answered", status, retryAfter: 4 });
      await send(page);
      await expect(page.getByText(BUSY)).toBeVisible();
      await page.waitForTimeout(2500);
      expect(line.seen.filter((request) => request.startsWith("POST /contact"))).toHaveLength(1);
      await expect(page.getByText("Your message has been sent successfully!")).toBeVisible();
      await expect.poll(() => thanks(page, email)).toBe(1);
    });
  }

  test("who does not want to wait gets the form back, changes something, and sends it", async ({ page, line }) => {
    const email = newEmail();
    await write(page, email);
    line.cut();
    await send(page);
    await page.getByRole("button", { name: "Change something" }).click();
    await expect(page.getByText(NO_LINE)).toBeHidden();
    await page.getByLabel("Message").fill("My plums came bruised.");
    line.mend();
    await send(page);
    await expect(page.getByText("Your message has been sent successfully!")).toBeVisible();
    await expect.poll(() => thanks(page, email)).toBe(1);
  });

  test("the newsletter's box is given back on the page where it stands, with what was typed", async ({
    page,
    line,
  }) => {
    const [wrong, right] = [newEmail(), newEmail()];
    const field = page.getByLabel("Email for the newsletter");
    const subscribe = page.getByRole("button", { name: "Subscribe" });
    await page.goto("/faqs");
    await scriptsReady(page);
    await field.fill(wrong);
    line.cut();
    await subscribe.click();
    await page.getByRole("button", { name: "Change something" }).click();
    await expect(field).toBeEnabled();
    await expect(field).toHaveValue(wrong);
    await field.fill(right);
    line.mend();
    await expect(page.getByText(NO_LINE_TO_READ)).toBeHidden();
    await expect(field).toHaveValue(right);
    await subscribe.click();
    await expect.poll(async () => (await mailsTo(right, /newsletter/i)).length).toBe(1);
    await expect(page).toHaveURL(/\/faqs$/);
    expect(await mailsTo(wrong, /newsletter/i)).toEqual([]);
  });

  test("a link that is pressed while a form waits does not take the form with it; who wants to leaves without sending", async ({
    page,
    line,
  }) => {
    const email = newEmail();
    const field = page.getByLabel("Email for the newsletter");
    const about = page.getByRole("banner").getByRole("link", { name: "About" });
    await page.goto("/faqs");
    await scriptsReady(page);
    await field.fill(email);
    line.cut();
    await page.getByRole("button", { name: "Subscribe" }).click();
    await expect(page.getByText(NO_LINE)).toBeVisible();
    await about.click();
    await expect(page.getByRole("button", { name: "Leave without sending" })).toBeVisible();
    await expect(field).toHaveValue(email);
    line.mend();
    await expect.poll(async () => (await mailsTo(email, /newsletter/i)).length).toBe(1);
    await expect(page.getByText(NO_LINE)).toBeHidden();
    await expect(page).toHaveURL(/\/faqs$/);
    await field.fill(newEmail());
    line.cut();
    await page.getByRole("button", { name: "Subscribe" }).click();
    await expect(page.getByText(NO_LINE)).toBeVisible();
    await about.click();
    await page.getByRole("button", { name: "Leave without sending" }).click();
    await expect(page.getByText(NO_LINE_TO_READ)).toBeVisible();
    line.mend();
    await expect(page).toHaveURL(/\/about$/);
  });

  test("a link or Back without a line leaves the page where it is, says so, and goes on when the line is back", async ({
    page,
    line,
  }) => {
    await page.goto("/faqs");
    await page.goto("/contact");
    await scriptsReady(page);
    await page.getByLabel("Message").fill("Half a sentence");
    line.cut();
    await page.getByRole("banner").getByRole("link", { name: "About" }).click();
    await expect(page.getByText(NO_LINE_TO_READ)).toBeVisible();
    await page.waitForTimeout(2000);
    await expect(page.getByLabel("Message")).toHaveValue("Half a sentence");
    line.mend();
    await page.getByRole("button", { name: "Try again" }).first().click();
    await expect(page).toHaveURL(/\/about$/);
    await expect(page.getByText(NO_LINE_TO_READ)).toBeHidden();
    line.cut();
    // The browser still has the page.
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1, name: "Just Say Hello" })).toBeVisible();
  });

  test("a heart and Add to Cart that are pressed without a line are done once it is back, each once", async ({
    page,
    line,
  }) => {
    const [product] = await productsInStock(page.request);
    await signInAsNewBuyer(page, page.request);
    await page.goto(`/products/${product!._id}`);
    await scriptsReady(page);
    line.spoil("POST /lists", { kind: "answer lost" }, UNTIL_MENDED);
    await page.getByRole("button", { name: "Add to Cart", exact: true }).click();
    await expect(page.getByText(NO_LINE)).toBeVisible();
    line.mend();
    await expect(page.getByText("It is in your cart.")).toBeVisible();
    line.cut();
    await page.getByRole("button", { name: "Add to wishlist" }).click();
    await expect(page.getByText(NO_LINE)).toBeVisible();
    line.mend();
    await expect(page.getByRole("link", { name: "Wishlist, 1 product" })).toBeVisible();
  });

  for (const onItsWay of [false, true])
    test(`Checkout that is pressed with a quantity ${onItsWay ? "still on its way" : "just typed"} leads to the checkout, with that quantity`, async ({
      page,
      line,
    }) => {
      const [product] = await productsInStock(page.request);
      const posts = () => line.seen.filter((request) => request === "POST /shopping_cart").length;
      await signInAsNewBuyer(page, page.request);
      await addToCart(page, product!._id);
      await page.clock.install();
      await page.goto("/shopping_cart");
      await scriptsReady(page);
      const before = posts();
      line.spoil("POST /shopping_cart", { kind: "answer late", seconds: 2 });
      // On a slow machine the press could come after the pause before a quantity is sent, so the clock stands still.
      if (!onItsWay) await page.clock.pauseAt(Date.now() + 60_000);
      await page.getByLabel(`Quantity of ${product!.title}`).fill("3");
      if (onItsWay) await expect.poll(posts).toBe(before + 1);
      await page.getByRole("button", { name: "Proceed to Checkout" }).click();
      await page.clock.resume();
      await expect(page.getByText("× 3")).toBeVisible();
      await expect(page).toHaveURL(/\/checkout$/);
      // The checkout's post carries every quantity.
      expect(posts()).toBe(before + (onItsWay ? 2 : 1));
      await page.reload();
      await expect(page.getByText("× 3")).toBeVisible();
    });

  test("a count that goes on while the one before is on its way is what counts", async ({ page, line }) => {
    const [product] = await productsInStock(page.request);
    await signInAsNewBuyer(page, page.request);
    await addToCart(page, product!._id);
    await page.goto("/shopping_cart");
    await scriptsReady(page);
    const posts = () => line.seen.filter((request) => request === "POST /shopping_cart").length;
    const before = posts();
    line.spoil("POST /shopping_cart", { kind: "answer late", seconds: 3 });
    const moreButton = page.getByRole("button", { name: `One more: ${product!.title}` });
    const quantity = page.getByLabel(`Quantity of ${product!.title}`);
    await moreButton.click();
    await expect.poll(posts).toBe(before + 1);
    await moreButton.click();
    await expect(quantity).toHaveValue("3");
    await expect.poll(posts).toBe(before + 2);
    await expect(quantity).toHaveValue("3");
    await expect(moreButton).toBeFocused();
    await page.reload();
    await expect(quantity).toHaveValue("3");
  });

  test("a count that goes on while the page with the one before is being read is what counts", async ({
    page,
    line,
  }) => {
    const [product] = await productsInStock(page.request);
    await signInAsNewBuyer(page, page.request);
    await addToCart(page, product!._id);
    // Reading the response is as slow as on a busy device.
    await page.addInitScript(() => {
      const { text } = Response.prototype;
      Response.prototype.text = async function () {
        await new Promise((resolve) => setTimeout(resolve, 1500));
        return text.call(this);
      };
    });
    await page.goto("/shopping_cart");
    await scriptsReady(page);
    const count = (request: string) => line.seen.filter((one) => one === request).length;
    const [posts, pages] = [count("POST /shopping_cart"), count("GET /shopping_cart")];
    const increase = page.getByRole("button", { name: `One more: ${product!.title}` });
    const quantity = page.getByLabel(`Quantity of ${product!.title}`);
    await increase.click();
    await expect.poll(() => count("GET /shopping_cart")).toBe(pages + 1);
    await increase.click();
    await expect.poll(() => count("POST /shopping_cart")).toBe(posts + 2);
    await expect(quantity).toHaveValue("3");
    await page.reload();
    await expect(quantity).toHaveValue("3");
  });

  test("a photo that goes up into a connection that is dead, and whose end does, is there without a hand", async ({
    page,
    line,
  }) => {
    test.slow();
    await signIn(page, "merchant@example.com", DEMO_PASSWORD, "/login/merchant");
    await expect(page).toHaveURL(/\d\/merchant$/);
    await page.goto("/merchant/products/add");
    await scriptsReady(page);
    line.spoil("PATCH /api/v1/file/resumable/", { kind: "swallowed" });
    line.spoil("POST /api/v1/file/resumable/", { kind: "swallowed" });
    const buffer = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#3a7" } })
      .png()
      .toBuffer();
    await page.getByLabel(/^Photos \(/).setInputFiles({ name: "one.png", mimeType: "image/png", buffer });
    const noLine = page.getByText("No connection. It goes on by itself where it broke off.");
    await expect(noLine).toBeVisible();
    await expect(page.getByText("Uploaded, being made ready")).toBeVisible();
    await expect(noLine).toBeVisible();
    const photos = page.getByRole("list", { name: "Photos in their order" }).getByRole("listitem");
    await expect(photos).toHaveCount(1);
  });

  test(`a checkout whose line is cut for ${CUT_SECONDS} seconds at Pay ends with one paid order, without a hand`, async ({
    page,
    line,
  }) => {
    test.slow();
    const [product] = await productsInStock(page.request);
    await signInAsNewBuyer(page, page.request);
    await addToCart(page, product!._id);
    await checkOut(page);
    await scriptsReady(page);
    await page.getByLabel("Card number").fill("4242 4242 4242 4242");
    await page.getByLabel("Expiry date").fill("04 / 34");
    await page.getByLabel("Security code").fill("123");
    line.spoil("POST /checkout/payment", { kind: "answer lost" }, UNTIL_MENDED);
    await page.getByRole("button", { name: /^Pay/ }).click();
    await expect(page.getByText(NO_LINE)).toBeVisible();
    line.cut();
    await page.waitForTimeout(CUT_SECONDS * 1000);
    await expect(page.getByLabel("Card number")).toHaveValue("4242 4242 4242 4242");
    line.mend();
    await expect(page).toHaveURL(/\/checkout\/success/);
    await page.goto("/customer/order_history");
    await expect(page.getByRole("main").getByRole("row")).toHaveCount(2);
  });
});

test("a page that halts on its way shows all of its form in the end", async ({ page, request, line }) => {
  await signInAsNewBuyer(page, request);
  const [product] = await productsInStock(request);
  await addToCart(page, product!._id);
  // These sizes end within the list of countries, where a browser once left out everything around the list.
  for (const bytes of [4500, 5500, 6500]) {
    line.spoil("GET /checkout", { kind: "answer halts", bytes, seconds: 0.3 });
    await page.goto("/checkout");
    await expect(page.getByRole("heading", { name: "Billing Information" })).toBeVisible();
    await expect(page.getByLabel("Country / Region").first()).toBeVisible();
  }
});

test("a cart that halts on its way shows all of its lines in the end", async ({ page, request, line }) => {
  await signInAsNewBuyer(page, request);
  const products = (await productsInStock(request)).slice(0, 2);
  for (const { _id } of products) await addToCart(page, _id);
  // Sizes within the cart's table. The exact place depends on a few bytes.
  for (let bytes = 2800; bytes <= 3700; bytes += 30) {
    line.spoil("GET /shopping_cart", { kind: "answer halts", bytes, seconds: 0.15 });
    await page.goto("/shopping_cart");
    await expect(page.getByLabel(`Quantity of ${products[0]!.title}`)).toBeVisible();
  }
});
