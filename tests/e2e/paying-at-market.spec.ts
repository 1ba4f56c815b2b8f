import { lookAtPage } from "./look";
import { addToCart, expect, fillBilling, logIn, PASSWORD, signInAsNewBuyer, test } from "./shop";
import { aStall, call, onSale, signInAsOperator, somebodyElse } from "./stall";

/** Three days from now, so that no cut-off has passed at any time of day. */
const SOON = new Date(Date.now() + 3 * 86_400_000);
const MORNING = { weekday: SOON.getUTCDay() || 7, from: "09:00", to: "12:00" };

// The demo's market allows paying at collection.
test("two stalls can be paid at a market day, and its staff take one sum for both and give change", async ({
  page,
  browser,
  request,
  scripts,
}, info) => {
  test.slow();
  const word = `Quay ${Date.now()}`;
  const staff = await somebodyElse(browser, scripts);
  await signInAsOperator(staff);
  await staff.goto("/operator/market_days/add");
  await staff.getByLabel("Name", { exact: true }).fill(word);
  await staff.getByLabel("Address").fill("1 Market Square");
  await staff.getByLabel("Fee (optional)").fill("1");
  await staff.getByLabel("Day", { exact: true }).selectOption(String(MORNING.weekday));
  await staff.getByLabel("From").fill(MORNING.from);
  await staff.getByLabel("To (optional)", { exact: true }).fill(MORNING.to);
  await staff.getByRole("button", { name: "Save", exact: true }).click();
  await expect(staff.getByText(`${word} is saved.`)).toBeVisible();

  const [farm, dairy] = [await aStall(request, `Farm ${word}`), await aStall(request, `Dairy ${word}`)];
  const goods = [
    await onSale(request, farm, `Leeks ${word}`),
    await onSale(request, dairy, `Butter ${word}`),
    await onSale(request, dairy, `Cream ${word}`),
  ];
  const merchant = await somebodyElse(browser, scripts);
  await logIn(merchant, farm.email, PASSWORD, "/login/merchant");
  const joinAs = async ({ isPaidThere }: { isPaidThere: boolean }) => {
    await merchant.goto("/merchant/account_settings/ways");
    const panel = merchant.getByRole("region", { name: `Market day: ${word}` });
    if (isPaidThere) await panel.getByLabel("Buyers can pay when they collect").check();
    await panel.getByRole("button", { name: /Take part|Save/ }).click();
    await expect(merchant.getByText("Your stall takes part.")).toBeVisible();
    const choice = merchant
      .getByRole("region", { name: `Market day: ${word}` })
      .getByLabel("Buyers can pay when they collect");
    await expect(choice).toBeChecked({ checked: isPaidThere });
  };
  await joinAs({ isPaidThere: true });
  await lookAtPage(merchant, "market day that can be paid at", info);

  await signInAsNewBuyer(page, request);
  for (const product of goods) await addToCart(page, product);
  const toCheckout = async () => {
    await page.goto("/checkout");
    await fillBilling(page);
  };
  const { data: days } = await call<{ data: { _id: string; name: string }[] }>(
    request,
    dairy.token,
    "GET",
    "/merchant/market-days",
  );
  const marketDay = days.find(({ name }) => name === word)!._id;
  await call(request, dairy.token, "PUT", `/merchant/market-days/${marketDay}`, { noticeHours: 0 });
  await toCheckout();
  await expect(page.getByText(`Dairy ${word} cannot be paid at collection`, { exact: false })).toBeVisible();
  await call(request, dairy.token, "PUT", `/merchant/market-days/${marketDay}`, { noticeHours: 0, isPaidThere: true });
  await toCheckout();
  await page
    .getByRole("group", { name: word, exact: true })
    .getByRole("radio", { name: /, 9 to 12/ })
    .first()
    .check();
  await page.getByRole("radio", { name: "When you collect" }).check();
  await lookAtPage(page, "checkout that is paid at a market day", info);
  await page.getByRole("button", { name: "Checkout", exact: true }).click();
  await expect(page.getByText(/is placed: you pay when you collect/)).toBeVisible();
  await page.getByRole("link", { name: "See the order" }).click();
  await expect(page.getByText(/^To be paid at collection: \$/).first()).toBeVisible();
  const address = page.url();
  const code = await page.getByText(/^[0-9A-Z]{3} [0-9A-Z]{3}$/).innerText();
  await lookAtPage(page, "order to be paid at a market day", info);

  await staff.goto("/operator/market_days");
  await staff.getByRole("link", { name: word, exact: true }).click();
  await staff.getByRole("link", { name: /, 9 to 12$/ }).click();
  await staff.getByRole("textbox", { name: "Code" }).fill(code);
  await staff.getByRole("button", { name: "Find the order" }).click();
  await staff.getByLabel("Sum given").fill("0,50");
  await staff.getByRole("button", { name: "Hand over", exact: true }).click();
  await expect(staff.getByText(/^\$\d+\.\d\d are to be paid\.$/).first()).toBeVisible();
  await expect(staff.getByRole("checkbox", { name: new RegExp(`^Dairy ${word}`) })).toBeChecked();
  await lookAtPage(staff, "hand over that is paid at a market day", info);
  await staff.getByLabel("Sum given").fill("1000,00");
  await staff.getByRole("checkbox", { name: new RegExp(`^Dairy ${word}`) }).uncheck();
  await staff.getByRole("button", { name: "Hand over", exact: true }).click();
  await expect(staff.getByText(/It is handed over\. Paid: \$.*, given \$1,000\.00, change \$/).first()).toBeVisible();
  await expect(staff.getByText("1 of 2")).toBeVisible();

  await staff
    .getByRole("link", { name: /^.+, #\d+$/ })
    .first()
    .click();
  await staff.getByRole("link", { name: "Something is missing" }).click();
  await staff.getByRole("button", { name: "Show the sums" }).click();
  await expect(staff.getByText("Say how many pieces are missing, of at least one product.")).toBeVisible();
  const butter = staff.getByRole("group", { name: `Butter ${word}` });
  await butter.getByRole("checkbox", { name: /^It is missing, \$/ }).check();
  await staff.getByRole("checkbox", { name: /^Hand over the rest of / }).uncheck();
  await staff.getByRole("button", { name: "Show the sums" }).click();
  await expect(staff.getByText(/^Tick at least one stall\./)).toBeVisible();
  await expect(butter.getByRole("checkbox", { name: /^It is missing, \$/ })).toBeChecked();
  await staff.getByRole("checkbox", { name: /^Hand over the rest of / }).check();
  await staff.getByRole("button", { name: "Show the sums" }).click();
  await expect(staff.getByText("To be paid now")).toBeVisible();
  await lookAtPage(staff, "something is missing at a market day", info);
  await staff.getByLabel("Sum given").fill("500,5");
  await staff.getByRole("button", { name: "Hand over the rest" }).click();
  await expect(
    staff.getByText(/It is handed over\. Paid: \$.*, given \$500\.50, change \$.*\. Missing: \$/).first(),
  ).toBeVisible();
  const cash = staff.getByRole("region", { name: "Cash to give to the stalls" });
  await expect(cash.getByText(`Dairy ${word}`)).toBeVisible();
  await expect(cash.getByText(`Farm ${word}`)).toBeVisible();
  // The notice disappears, but the change stays with the order.
  await expect(staff.getByText(/^Paid at collection, to the market's staff: .*, change \$/).first()).toBeVisible();
  await lookAtPage(staff, "cash of a market day", info);

  await merchant.goto(`/merchant/days/${SOON.toISOString().slice(0, 10)}`);
  await expect(merchant.getByText(/They give it to you at the market\.$/)).toBeVisible();
  await lookAtPage(merchant, "a day with cash from the market's staff", info);

  await page.goto(address);
  await expect(page.getByText(/^Paid at collection, to the market's staff: \$/).first()).toBeVisible();
});
