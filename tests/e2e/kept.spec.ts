import type { Page } from "@playwright/test";
import { addToCart, expect, scriptsReady, newEmail, PASSWORD, productsInStock, signInAsNewBuyer, test } from "./shop";

/* Typed text is kept on the device and offered again, and a refused form leads back to it. */

const storageDump = (page: Page) => page.evaluate(() => JSON.stringify(localStorage));

test("a refused form opens at what is wrong, and each entry leads to its field, which holds what was typed", async ({
  page,
}) => {
  await page.goto("/signup/customer");
  await page.getByLabel("First name").fill("Wanda");
  await page.getByLabel("Last name").fill("Walker");
  await page.getByRole("main").getByLabel("Email").fill("buyer@example.com");
  await page.getByLabel("Password", { exact: true }).fill("apple");
  await page.getByRole("button", { name: "Create Account" }).click();
  const summary = page.getByRole("alert").filter({ hasText: "Check these fields" });
  await expect(summary).toBeFocused();
  await expect(summary).toBeInViewport();
  for (const link of await summary.getByRole("link").all()) {
    await link.click();
    await expect(
      page.locator(`[id="${decodeURIComponent((await link.getAttribute("href"))!.slice(1))}"]`),
    ).toBeFocused();
  }
  await expect(page.getByLabel("First name")).toHaveValue("Wanda");
});

test("pressed twice in a hurry, Add to Cart adds once and a message is sent once", async ({ page, request }) => {
  const [product] = await productsInStock(request);
  await signInAsNewBuyer(page, request);
  await page.goto(`/products/${product!._id}`);
  // A person who does not wait: the second press comes before the first response.
  await page.getByRole("button", { name: "Add to Cart", exact: true }).dblclick({ noWaitAfter: true });
  await expect(page.getByText("It is in your cart.")).toBeVisible();
  await page.goto("/shopping_cart");
  await expect(page.getByRole("spinbutton")).toHaveValue("1");
});

test("a visitor's cart counts a post that is repeated once", async ({ page, request }) => {
  const [product] = await productsInStock(request);
  await page.goto(`/products/${product!._id}`);
  const form = { intent: "cart", product: product!._id, quantity: "2", had: "0", returnTo: "/shopping_cart" };
  const headers = { Origin: new URL(page.url()).origin };
  for (let n = 0; n < 2; n += 1) await page.request.post("/lists", { form, headers });
  await page.goto("/shopping_cart");
  await expect(page.getByRole("spinbutton")).toHaveValue("2");
});

test.describe("where scripts run", () => {
  test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, "There are none.");

  test("a password is not kept on the device, not even while it is shown", async ({ page }) => {
    await page.goto("/signup/customer");
    await page.getByLabel("First name").fill("Wanda");
    await page.getByLabel("Password", { exact: true }).fill("harvest-moon-7");
    await page.getByRole("button", { name: "Show password" }).click();
    await page.getByLabel("Last name").fill("Walker");
    await expect.poll(() => storageDump(page)).toContain("Walker");
    expect(await storageDump(page)).not.toContain("harvest-moon-7");
  });

  test("a message that was being written is offered again after a crash, and gone once it is sent", async ({
    page,
    context,
  }) => {
    const email = newEmail();
    await page.goto("/contact");
    await page.getByRole("main").getByLabel("Email").fill(email);
    await page.getByLabel("Message").pressSequentially("My peaches");
    await expect.poll(() => storageDump(page)).toContain("My peaches");
    const reopenedPage = await context.newPage();
    await page.close({ runBeforeUnload: false });
    await reopenedPage.goto("/contact");
    await expect(reopenedPage.getByText(/You have unsaved changes from \d\d:\d\d\./)).toBeVisible();
    await reopenedPage.getByRole("button", { name: "Restore" }).click();
    await expect(reopenedPage.getByLabel("Message")).toHaveValue("My peaches");
    await reopenedPage.getByRole("button", { name: "Send message" }).click();
    await expect(reopenedPage.getByText("Your message has been sent successfully!")).toBeVisible();
    await reopenedPage.goto("/contact");
    await expect(reopenedPage.getByLabel("Message")).toHaveValue("");
    await expect(reopenedPage.getByText(/You have unsaved changes/)).toHaveCount(0);
    expect(await storageDump(reopenedPage)).not.toContain("peaches");
  });

  test("a draft of an address writes over nothing that was saved after it was begun", async ({
    page,
    context,
    request,
  }) => {
    const address = "/customer/account_settings";
    const save = (tab: Page) => tab.locator("#billing").getByRole("button", { name: "Save Changes" }).click();
    await signInAsNewBuyer(page, request);
    await page.goto(address);
    await page.getByLabel("Street address").pressSequentially("12 Orchard Row");
    await expect.poll(() => storageDump(page)).toContain("12 Orchard Row");
    const key = await page.locator("#billing input[name=_key]").inputValue();
    await page.close();

    const secondPage = await (
      await context.browser()!.newContext({ storageState: await context.storageState() })
    ).newPage();
    await secondPage.goto(address);
    await secondPage.evaluate(() => localStorage.clear());
    await secondPage.reload();
    await secondPage.getByLabel("City").fill("Burlington");
    await save(secondPage);
    await expect(secondPage.getByText("Billing Information Updated Successfully")).toBeVisible();

    const reopenedPage = await context.newPage();
    await reopenedPage.goto(address);
    await reopenedPage.getByRole("button", { name: "Restore" }).click();
    await expect(reopenedPage.getByLabel("Street address")).toHaveValue("12 Orchard Row");
    await expect(reopenedPage.getByLabel("City")).toHaveValue("");
    // The draft's key is restored too, so that a draft that was already sent is not done twice.
    await expect(reopenedPage.locator("#billing input[name=_key]")).toHaveValue(key);
    await save(reopenedPage);
    await expect(reopenedPage.getByText("Billing Information Updated Successfully")).toBeVisible();
    await expect(reopenedPage.getByLabel("Street address")).toHaveValue("12 Orchard Row");
    await expect(reopenedPage.getByLabel("City")).toHaveValue("Burlington");
  });

  test("what is typed beside a draft that is offered takes nothing from it, and is kept with it", async ({
    page,
    context,
  }) => {
    const peaches = "My peaches came bruised, all of them. ".repeat(10);
    const main = (tab: Page) => tab.getByRole("main");
    const keptAt = async (tab: Page) => /savedAt[^,]+/.exec(await storageDump(tab))?.[0];
    await page.goto("/contact");
    await main(page).getByLabel("Email").fill("wanda@example.com");
    await page.getByLabel("Message").fill(peaches);
    await expect.poll(() => storageDump(page)).toContain("bruised");
    const first = await keptAt(page);
    const second = await context.newPage();
    await page.close();
    await second.goto("/contact");
    await expect(second.getByText(/You have unsaved changes/)).toBeVisible();
    await second.getByLabel("Full name").pressSequentially("W");
    await expect.poll(() => storageDump(second)).toContain('[\\"fullname\\",\\"W\\"]');
    expect(await storageDump(second)).toContain("bruised");
    // On a shared phone, typing does not extend the life of another person's draft.
    expect(await keptAt(second)).toBe(first);
    const third = await context.newPage();
    await second.close();
    await third.goto("/contact");
    // Typed at the last moment, and not kept yet.
    await main(third).getByLabel("Email").fill("walker@example.com");
    await third.getByRole("button", { name: "Restore" }).click();
    await expect(third.getByLabel("Message")).toHaveValue(peaches);
    await expect(third.getByLabel("Full name")).toHaveValue("W");
    await expect(main(third).getByLabel("Email")).toHaveValue("walker@example.com");

    await expect.poll(() => storageDump(third)).toContain("walker@");
    await third.reload();
    await third.getByLabel("Subject").fill("Plums");
    await third.getByRole("button", { name: "Discard" }).click();
    await expect.poll(() => storageDump(third)).not.toContain("bruised");
    expect(await storageDump(third)).toContain("Plums");
  });

  test("of a sign-up the names are kept, never the password; logging out leaves nothing", async ({ page, request }) => {
    await page.goto("/signup/customer");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("First name").fill("Wanda");
    await expect.poll(() => storageDump(page)).toContain("Wanda");
    expect(await storageDump(page)).not.toContain(PASSWORD);
    await signInAsNewBuyer(page, request);
    await page.goto("/customer");
    await page.getByRole("button", { name: "Logout" }).first().click();
    await expect(page.getByText("You are signed out.")).toBeVisible();
    expect(await storageDump(page)).toBe("{}");
  });

  test("an address is restored with the state that belongs to its country, and a card is never kept", async ({
    page,
    request,
    context,
  }) => {
    const [product] = await productsInStock(request);
    await signInAsNewBuyer(page, request);
    await addToCart(page, product!._id);
    await page.goto("/checkout");
    await page.getByLabel("Street address").first().fill("12 Orchard Row");
    await page.getByLabel("Country / Region").first().selectOption("United States");
    await page.getByLabel("State").first().selectOption("Vermont");
    await page.getByLabel("Ship to a different address").check();
    await page.getByLabel("Street address").last().fill("3 Mill Lane");
    await page.getByLabel("Order Notes").fill("Ring twice");
    await expect.poll(() => storageDump(page)).toContain("Ring twice");
    const reopenedPage = await context.newPage();
    await page.close({ runBeforeUnload: false });
    await reopenedPage.goto("/checkout");
    await reopenedPage.getByRole("button", { name: "Restore" }).click();
    await expect(reopenedPage.getByLabel("State").first()).toHaveValue("Vermont");
    await expect(reopenedPage.getByLabel("Street address").last()).toHaveValue("3 Mill Lane");
    await expect(reopenedPage.getByLabel("Order Notes")).toHaveValue("Ring twice");
    await reopenedPage.getByLabel("First name").first().fill("Wanda");
    await reopenedPage.getByLabel("Last name").first().fill("Walker");
    await reopenedPage.getByLabel("First name").last().fill("Wanda");
    await reopenedPage.getByLabel("Last name").last().fill("Walker");
    await reopenedPage.getByLabel("City").first().fill("Burlington");
    await reopenedPage.getByLabel("City").last().fill("Burlington");
    await reopenedPage.getByLabel("Country / Region").last().selectOption("United States");
    await reopenedPage.getByRole("button", { name: "Checkout", exact: true }).click();
    await expect(reopenedPage).toHaveURL(/\/checkout\/payment$/);
    await reopenedPage.getByLabel("Card number").fill("4242 4242 4242 4242");
    await reopenedPage.waitForTimeout(1000);
    const all = await storageDump(reopenedPage);
    expect([all.includes("Orchard"), all.includes("4242")]).toEqual([false, false]);
  });

  test("what is typed and chosen before the scripts come is there when they have come", async ({ page, request }) => {
    const [product] = await productsInStock(request);
    const heldRoutes: (() => void)[] = [];
    let isLate = true;
    await page.route("**/assets/*.js", async (route) => {
      if (isLate) await new Promise<void>((resolve) => heldRoutes.push(resolve));
      await route.continue();
    });
    await page.goto(`/products/${product!._id}`, { waitUntil: "commit" });
    await page.getByRole("spinbutton", { name: "Quantity" }).fill("3");
    isLate = false;
    for (const go of heldRoutes) go();
    await scriptsReady(page);
    await page.getByRole("button", { name: "One more" }).click();
    await expect(page.getByRole("spinbutton", { name: "Quantity" })).toHaveValue("4");
  });
});
