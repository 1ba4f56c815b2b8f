import { lookAtPage } from "./look";
import { addToCart, expect, fillBilling, PASSWORD, payWith, logIn, signInAsNewBuyer, test } from "./shop";
import { aStall, call, onSale, signInAsOperator, somebodyElse } from "./stall";

/** Three days from now, so that no cut-off has passed at any time of day. */
const SOON = new Date(Date.now() + 3 * 86_400_000);
const WEEKDAY = SOON.getUTCDay() || 7;
const EVENING = { weekday: WEEKDAY, from: "17:00", to: "20:00", cutOff: { hoursBefore: 2 } };

test("a buyer of four stalls collects from two of them at a market day, has one brought and one sent", async ({
  page,
  browser,
  request,
  scripts,
}, info) => {
  test.slow();
  const word = `Square ${Date.now()}`;
  const staff = await somebodyElse(browser, scripts);
  await signInAsOperator(staff);
  await staff.goto("/operator/market_days");
  await staff.getByRole("link", { name: "Add a market day" }).click();
  await staff.getByLabel("Name", { exact: true }).fill(word);
  await staff.getByLabel("Address").fill("1 Market Square");
  await staff.getByLabel("Fee (optional)").fill("1,x");
  await staff.getByLabel("Day", { exact: true }).selectOption(String(WEEKDAY));
  await staff.getByLabel("From").fill("12:00");
  await staff.getByLabel("To (optional)", { exact: true }).fill("09:00");
  await staff.getByRole("button", { name: "Save", exact: true }).click();
  await expect(staff.getByText("A fee is an amount such as 4.50.").first()).toBeVisible();
  await expect(staff.getByLabel("Fee (optional)")).toHaveValue("1,x");
  await staff.getByLabel("Fee (optional)").fill("1,05");
  await staff.getByRole("button", { name: "Save", exact: true }).click();
  // Nothing typed is lost while a field is wrong.
  await expect(staff.getByText("It must end later than it begins.").first()).toBeVisible();
  await expect(staff.getByLabel("Name", { exact: true })).toHaveValue(word);
  await expect(staff.getByLabel("From")).toHaveValue("12:00");
  await lookAtPage(staff, "market day", info);
  await staff.getByLabel("From").fill("09:00");
  await staff.getByLabel("To (optional)", { exact: true }).fill("12:00");
  await staff.getByRole("button", { name: "Save", exact: true }).click();
  await expect(staff.getByText(`${word} is saved.`)).toBeVisible();

  const [farm, dairy, bakery, roastery] = [
    await aStall(request, `Farm ${word}`),
    await aStall(request, `Dairy ${word}`),
    await aStall(request, `Bakery ${word}`),
    await aStall(request, `Roastery ${word}`),
  ];
  const goods: string[] = [];
  for (const [stall, title] of [
    [farm, "Leeks"],
    [dairy, "Butter"],
    [bakery, "Rolls"],
    [roastery, "Beans"],
  ] as const)
    goods.push(await onSale(request, stall, `${title} ${word}`));
  for (const stall of [farm, dairy]) {
    const merchant = await somebodyElse(browser, scripts);
    await logIn(merchant, stall.email, PASSWORD, "/login/merchant");
    await merchant.goto("/merchant/account_settings/ways");
    const panel = merchant.getByRole("region", { name: `Market day: ${word}` });
    await panel.getByLabel("Notice, in hours").fill("soon");
    await panel.getByRole("button", { name: "Take part" }).click();
    await expect(merchant.getByText("Enter whole hours, 0 for none.").first()).toBeVisible();
    await panel.getByLabel("Notice, in hours").fill("12");
    await panel.getByRole("button", { name: "Take part" }).click();
    await expect(merchant.getByText("Your stall takes part.")).toBeVisible();
    if (stall === farm) await lookAtPage(merchant, "ways with market days", info);
  }
  const area = { kind: "delivery", name: "In the evening", area: "05401-05408", times: [EVENING] };
  await call(request, bakery.token, "POST", "/merchant/ways", area);

  await signInAsNewBuyer(page, request);
  for (const product of goods) await addToCart(page, product);
  await page.goto("/checkout");
  await fillBilling(page);
  await page.getByLabel("Zip code").first().fill("05402");
  await page.getByRole("button", { name: "Checkout", exact: true }).click();
  await expect(page.getByText(/^Choose how the goods of .* get to you\.$/).first()).toBeVisible();
  await expect(page.getByLabel("Zip code").first()).toHaveValue("05402");
  await lookAtPage(page, "checkout at a market day", info);
  const market = page.getByRole("group", { name: word, exact: true });
  await market
    .getByRole("radio", { name: /, 9 to 12/ })
    .first()
    .check();
  await page
    .getByRole("radio", { name: /, 17 to 20/ })
    .first()
    .check();
  await page.getByRole("button", { name: "Checkout", exact: true }).click();
  await expect(page).toHaveURL(/\/checkout\/payment$/);
  await expect(page.getByText(`Shipping, ${word}`)).toHaveCount(1);
  // Each stall is shown with its delivery method, time and price.
  await expect(page.getByText(new RegExp(`^Collect at ${word}, .*, 9 to 12, \\$`))).toHaveCount(2);
  await expect(page.getByText(/^In the evening, .*, 17 to 20, free$/)).toHaveCount(1);
  await expect(page.getByText("Sent by carrier, free")).toHaveCount(1);
  await lookAtPage(page, "payment with four ways", info);
  await payWith(page, "4242 4242 4242 4242");
  await expect(page).toHaveURL(/\/checkout\/success/);
  await page.goto("/customer/order_history");
  await page
    .getByRole("main")
    .getByRole("link", { name: /View|Details|#\d+/ })
    .first()
    .click();
  await expect(page.getByText(`${word}, 1 Market Square`)).toHaveCount(1);
  await expect(page.getByText(/, 17 to 20$/)).toHaveCount(1);
  // One fee for both stalls at the market.
  await expect(page.getByRole("term").filter({ hasText: "Shipping" })).toHaveText([`Shipping, ${word}`]);
  const code = (await page.getByText(/^[0-9A-Z]{3} [0-9A-Z]{3}$/).innerText()).toLowerCase();
  await expect(page.getByRole("link", { name: "Add to calendar" })).toHaveCount(2);
  await lookAtPage(page, "order at a market day", info);

  await staff.goto("/operator/market_days");
  await staff.getByRole("link", { name: word, exact: true }).click();
  await staff.getByRole("link", { name: /, 9 to 12$/ }).click();
  await staff.getByRole("textbox", { name: "Code" }).fill("AAA AAA");
  await staff.getByRole("button", { name: "Find the order" }).click();
  await expect(staff.getByText("No order of this market day has this code.")).toBeVisible();
  await staff.getByRole("textbox", { name: "Code" }).fill(code);
  await staff.getByRole("button", { name: "Find the order" }).click();
  await staff.getByRole("checkbox", { name: new RegExp(`^Dairy ${word}`) }).uncheck();
  await lookAtPage(staff, "hand over at a market day", info);
  await staff.getByRole("button", { name: "Hand over", exact: true }).click();
  await expect(staff.getByText("It is handed over.")).toBeVisible();
  await expect(staff.getByText("1 of 2")).toBeVisible();
  await staff
    .getByRole("link", { name: /^Wanda|^.+, #\d+$/ })
    .first()
    .click();
  await expect(staff.getByRole("checkbox", { name: new RegExp(`^Farm ${word}`) })).toBeDisabled();
  await staff.getByRole("button", { name: "Hand over", exact: true }).click();
  await expect(staff.getByText("Collected", { exact: true })).toBeVisible();
});
