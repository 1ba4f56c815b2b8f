import { aReceiver, answersWith, isSignedWith, takes } from "../fixtures/receiver";
import { look, watchConsole } from "./look";
import { addToCart, checkOut, expect, payWith, signInAsNewBuyer, test } from "./shop";
import { onSale, signInAsNewMerchant, somebodyElse } from "./stall";

test.beforeEach(({ page }) => watchConsole(page));

const SETTINGS = "/merchant/account_settings";

test("a merchant's own server is told of an order, whatever it did the first time", async ({
  page,
  request,
  browser,
  scripts,
}, info) => {
  test.slow();
  const receiver = await aReceiver(answersWith(500, "Not yet, says the stall"));
  try {
    const title = `Told pears ${Date.now()}`;
    const stall = await signInAsNewMerchant(page, request);
    const product = await onSale(request, stall, title);

    await page.goto(SETTINGS);
    await page.getByRole("link", { name: "Your webhooks" }).click();
    await page.getByLabel("Address", { exact: true }).fill("http://10.0.0.1/hook");
    await page.getByRole("button", { name: "Add the webhook" }).click();
    await expect(page.getByText("The address must begin with https://.").first()).toBeVisible();
    await expect(page.getByLabel("Address", { exact: true })).toHaveValue("http://10.0.0.1/hook");
    await page.getByLabel("Address", { exact: true }).fill(receiver.url);
    await page.getByRole("button", { name: "Add the webhook" }).click();
    await expect(page.getByText("The webhook is added.")).toBeVisible();

    await page.getByRole("button", { name: "Make a new secret" }).click();
    const secret = (await page.locator("code").textContent()) ?? "";
    expect(secret).toMatch(/^whsec_[\w-]{43}$/);
    const address = page.url().split(/[?#]/)[0] ?? "";
    await page.goto(address);
    await expect(page.getByText(secret)).toHaveCount(0);

    const buyer = await somebodyElse(browser, scripts);
    await signInAsNewBuyer(buyer, request);
    await addToCart(buyer, product);
    await checkOut(buyer);
    await payWith(buyer, "4242 4242 4242 4242");
    await expect(buyer).toHaveURL(/\/checkout\/success/);
    await receiver.came(1);
    const [delivery] = receiver.received;
    expect(delivery!.event).toMatchObject({ type: "order.placed", data: { lines: [{ product: { title } }] } });
    expect(isSignedWith(delivery!, secret)).toBe(true);

    await expect(async () => {
      await page.goto(address);
      expect(await page.getByText("500").isVisible()).toBe(true);
    }).toPass();
    const row = page.getByRole("row").filter({ hasText: "order.placed" });
    await expect(row).toContainText("1 try, next");
    await row.getByText("500, and what it said").click();
    await expect(row.getByText("Not yet, says the stall")).toBeVisible();
    await look(page, new URL(address).pathname, info, "webhook");

    receiver.answer = takes;
    await row.getByRole("button", { name: /^Send again/ }).click();
    await expect(page.getByText("It is sent again.")).toBeVisible();
    await receiver.came(2);
    expect(receiver.received[1]!.body).toBe(delivery!.body);
    await expect(async () => {
      await page.goto(address);
      expect(await page.getByText("Delivered", { exact: true }).isVisible()).toBe(true);
    }).toPass();

    await page.getByLabel("On", { exact: true }).uncheck();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("The webhook is saved.")).toBeVisible();
    await page.getByRole("button", { name: "Send a test event" }).click();
    await expect(page.getByText("This webhook is turned off. Turn it on first.")).toBeVisible();
    await page.getByRole("link", { name: "Delete this webhook" }).click();
    await page.getByRole("button", { name: "Delete the webhook" }).click();
    await expect(page.getByText("The webhook is deleted.")).toBeVisible();
  } finally {
    await receiver.close();
  }
});
