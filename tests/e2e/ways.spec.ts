import { lookAtPage } from "./look";
import { addToCart, expect, fillBilling, payWith, signInAsNewBuyer, test } from "./shop";
import { onSale, signInAsNewMerchant, somebodyElse } from "./stall";

/** Three days from now, so that no cut-off has passed at any time of day. */
const SOON = new Date(Date.now() + 3 * 86_400_000);
const WEEKDAY = String(SOON.getUTCDay() || 7);

test("a stall sets up a collection, a buyer chooses its time and collects with a code", async ({
  page,
  browser,
  request,
  scripts,
}, info) => {
  test.slow();
  const merchant = await somebodyElse(browser, scripts);
  const stall = await signInAsNewMerchant(merchant, request);
  const loaf = await onSale(request, stall, `Loaf ${Date.now()}`);

  await merchant.goto("/merchant/account_settings");
  await merchant.getByRole("link", { name: "Your ways" }).click();
  await expect(merchant.getByRole("heading", { name: "By carrier, free, to everywhere" })).toBeVisible();
  await merchant.getByRole("link", { name: "Add a way" }).click();
  await merchant.getByLabel("Name", { exact: true }).fill("Town Hall Market");
  await merchant.getByLabel("Directions").fill("Under the arches");
  await merchant.getByLabel("Day", { exact: true }).selectOption(WEEKDAY);
  await merchant.getByLabel("From (optional)", { exact: true }).fill("09:00");
  await merchant.getByLabel("To (optional)", { exact: true }).fill("12:00");
  await merchant.getByRole("button", { name: "Save", exact: true }).click();
  // Nothing typed is lost while the address is missing.
  await expect(merchant.getByText("An address is required").first()).toBeVisible();
  await expect(merchant.getByLabel("Directions")).toHaveValue("Under the arches");
  await expect(merchant.getByLabel("From (optional)", { exact: true })).toHaveValue("09:00");
  await merchant.getByLabel("Address").fill("1 Market Square, Burlington");
  await merchant.getByRole("button", { name: "Add a time" }).click();
  await expect(merchant.getByRole("group", { name: "Time 2" })).toBeVisible();
  await expect(merchant.getByLabel("From (optional)", { exact: true }).first()).toHaveValue("09:00");
  await lookAtPage(merchant, "way", info);
  await merchant.getByRole("button", { name: "Save", exact: true }).click();
  await expect(merchant.getByText("Town Hall Market is saved.")).toBeVisible();

  await signInAsNewBuyer(page, request);
  await addToCart(page, loaf);
  await page.goto("/checkout");
  await fillBilling(page);
  await page.getByRole("button", { name: "Checkout", exact: true }).click();
  await expect(page.getByText(/^Choose how the goods of .* get to you\.$/).first()).toBeVisible();
  await expect(page.getByLabel("Street address").first()).toHaveValue("12 Orchard Row");
  await lookAtPage(page, "checkout with ways", info);
  await page
    .getByRole("radio", { name: /, 9 to 12/ })
    .first()
    .check();
  await page.getByRole("button", { name: "Checkout", exact: true }).click();
  await expect(page).toHaveURL(/\/checkout\/payment$/);
  await payWith(page, "4242 4242 4242 4242");
  await expect(page).toHaveURL(/\/checkout\/success/);
  await page.goto("/customer/order_history");
  await page
    .getByRole("main")
    .getByRole("link", { name: /View|Details|#\d+/ })
    .first()
    .click();
  await expect(page.getByText("Town Hall Market, 1 Market Square, Burlington. Under the arches")).toBeVisible();
  const code = (await page.getByText(/^[0-9A-Z]{3} [0-9A-Z]{3}$/).innerText()).toLowerCase();
  const calendar = await page.getByRole("link", { name: "Add to calendar" }).getAttribute("href");
  const file = await page.context().request.get(calendar ?? "");
  expect(file.headers()["content-type"]).toContain("text/calendar");
  expect(await file.text()).toContain("LOCATION:1 Market Square\\, Burlington");
  await lookAtPage(page, "order to collect", info);

  // The order moves to the next week and back. Its only piece cannot be taken out.
  const time = page.getByRole("heading", { level: 2, name: /, 9 to 12$/ });
  const chosenTime = await time.innerText();
  for (const isBack of [false, true]) {
    await page.getByRole("link", { name: "Change", exact: true }).click();
    await page.getByRole("button", { name: "Take out" }).click();
    await expect(page.getByText("Enter how many pieces of at least one product.").first()).toBeVisible();
    await page
      .getByRole("radio", { name: isBack ? chosenTime : /, 9 to 12/ })
      .first()
      .check();
    await lookAtPage(page, "change of an order", info);
    await page.getByRole("button", { name: "Move to this time" }).click();
    await (isBack ? expect(time) : expect(time).not).toHaveText(chosenTime);
  }

  await merchant.goto("/merchant/orders");
  await merchant.getByRole("main").getByRole("link", { name: /#\d+$/ }).first().click();
  await expect(merchant.getByRole("link", { name: /^Collect at Town Hall Market, .*, 9 to 12$/ })).toHaveAttribute(
    "href",
    /^\/merchant\/days\/\d{4}-\d\d-\d\d$/,
  );
  await merchant.goto("/merchant");
  await merchant.getByRole("link", { name: /1 order on / }).click();
  await expect(merchant.getByRole("heading", { level: 2, name: "9 to 12, Town Hall Market" })).toBeVisible();
  await lookAtPage(merchant, "a day at the stall", info);
  await merchant.getByRole("link", { name: "Hand over" }).click();
  await merchant.getByLabel("Code", { exact: true }).fill("zzz zzz");
  if (!scripts) await merchant.getByRole("button", { name: "Find" }).click();
  await expect(merchant.getByText("No order of this day has the code ZZZ ZZZ.")).toBeVisible();
  await lookAtPage(merchant, "handing over", info);
  await merchant.getByLabel("Code", { exact: true }).fill(code);
  if (!scripts) await merchant.getByRole("button", { name: "Find" }).click();
  await merchant.getByRole("button", { name: "Handed over" }).click();
  await (scripts
    ? expect(merchant.getByText("sent", { exact: true })).toBeVisible()
    : expect(merchant.getByText(/is handed over to Wanda Walker: 1 × Loaf/)).toBeVisible());

  await page.reload();
  await expect(page.getByText("You have collected it.")).toBeVisible();
});
