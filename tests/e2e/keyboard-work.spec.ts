import { press, tabTo, typeInto } from "./keys";
import { mailTo } from "./outbox";
import { expect, scriptsReady, test } from "./shop";
import { aStall, boughtBy, inReview, onSale, signInAsNewMerchant, signInAsOperator } from "./stall";

/* A day's work of a merchant and of an operator without a mouse. The focus is checked at every stop of Tab. */

test("with keys alone a merchant makes a product, ships an order and counts the stock", async ({
  page,
  request,
  scripts,
}) => {
  test.slow();
  const word = Date.now();
  const stall = await signInAsNewMerchant(page, request);
  const productOnSale = await onSale(request, stall, `Crate of plums ${word}`);
  const main = page.getByRole("main");

  await page.goto("/merchant/products/add");
  await press(page, page.getByRole("link", { name: "Skip to content" }));
  if (scripts) await scriptsReady(page);
  await tabTo(page, main.getByLabel("Title"));
  await typeInto(page, main.getByLabel("Description"), "Pressed on Saturday, and good for a week.");
  await tabTo(page, main.getByLabel("Product Category"));
  await page.keyboard.press("ArrowDown");
  await typeInto(page, main.getByLabel("Price"), "4.00");
  await typeInto(page, main.getByLabel("SKU"), `KEYS-${word}`);
  await typeInto(page, main.getByLabel("Barcode"), "2900000000017");
  await typeInto(page, main.getByLabel("Quantity"), "12");
  await tabTo(page, main.getByRole("combobox", { name: "Status" }));
  await page.keyboard.type("Publish");
  await press(page, main.getByRole("button", { name: "Add Product" }));

  // Missing fields are listed first, each with a link to the field.
  const summary = main.getByRole("alert").filter({ hasText: "Check these fields" });
  await expect(summary).toBeFocused();
  await press(page, summary.getByRole("link", { name: /^Title/ }));
  await expect(main.getByLabel("Title")).toBeFocused();
  await expect(main.getByLabel("Title")).toHaveAccessibleDescription(/This field is required/);
  await page.keyboard.type(`Apple juice ${word}`);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: /added/i })).toBeAttached();
  await expect(page).toHaveURL(/\/merchant\/products/);

  const buyer = await boughtBy(request, productOnSale, "Keys");
  await page.goto("/merchant");
  if (scripts) await scriptsReady(page);
  await press(page, main.getByRole("link", { name: "1 order to ship" }));
  await expect(main.getByRole("heading", { level: 1, name: "To ship" })).toBeVisible();
  await press(page, main.getByRole("link", { name: /^Open order #\d+/ }));
  await expect(main.getByRole("heading", { level: 1, name: "Order Details" })).toBeVisible();
  await press(page, main.getByRole("checkbox", { name: `Crate of plums ${word}` }), "Space");
  await expect(main.getByRole("checkbox", { name: `Crate of plums ${word}` })).toBeChecked();
  await typeInto(page, main.getByLabel("Carrier"), "Bicycle");
  await typeInto(page, main.getByLabel("Tracking number"), "KEYS-1");
  await press(page, main.getByRole("button", { name: "Mark as shipped" }));
  await expect(page.getByRole("status").filter({ hasText: "Marked as shipped" })).toBeAttached();
  await expect.poll(() => mailTo(buyer.email, /on their way/)).toContain("KEYS-1");

  await page.goto("/merchant/products/stock");
  if (scripts) await scriptsReady(page);
  await typeInto(page, main.getByLabel(`In stock of Crate of plums ${word}`), "7");
  await press(page, main.locator("summary", { hasText: "Low at: when you are told" }));
  await typeInto(page, main.getByLabel(`Low at of Crate of plums ${word}`), "9");
  await press(page, main.getByRole("button", { name: "Save the stock" }));
  await expect(page.getByRole("status").filter({ hasText: "1 product changed" })).toBeAttached();
  await expect(main.getByLabel(`In stock of Crate of plums ${word}`)).toHaveValue("7");
});

test("with keys alone an operator reviews, gives money back, takes a product off sale and recalls it", async ({
  page,
  request,
  scripts,
}) => {
  test.slow();
  const word = Date.now();
  const stall = await aStall(request);
  const [bad, handedIn] = [
    await onSale(request, stall, `Plum jam ${word}`),
    await inReview(request, stall, `Pear jam ${word}`),
  ];
  const [first, second] = [await boughtBy(request, bad, "First"), await boughtBy(request, bad, "Second")];
  await signInAsOperator(page);
  const main = page.getByRole("main");
  const expectStatus = (words: string | RegExp) =>
    expect(page.getByRole("status").filter({ hasText: words })).toBeAttached();

  await page.goto(`/operator/review/${handedIn}`);
  await press(page, page.getByRole("link", { name: "Skip to content" }));
  if (scripts) await scriptsReady(page);
  await tabTo(page, main.getByRole("combobox", { name: "Reason" }));
  await page.keyboard.type("Please name");
  await typeInto(page, main.getByLabel(/^In your own words/), "Nuts above all.");
  await press(page, main.getByRole("button", { name: "Send back" }));
  await expectStatus("The merchant has it back, with your reason.");

  await page.goto(`/operator/orders/${first.orderId}`);
  await press(page, page.getByRole("link", { name: "Skip to content" }));
  if (scripts) await scriptsReady(page);
  await tabTo(page, main.getByRole("combobox", { name: "What" }));
  await page.keyboard.type("Single");
  await typeInto(page, main.getByLabel("or an amount in $"), "0.20");
  await press(page, main.getByRole("button", { name: "Show the sums" }));
  const sums = main.getByRole("region", { name: "The sums" });
  await (scripts ? expect(sums).toBeFocused() : expect(sums).toBeVisible());
  await typeInto(page, sums.getByLabel("Reason"), "The lid was loose.");
  await press(page, sums.getByRole("button", { name: "Refund $0.20" }));
  await expectStatus("The money is on its way back.");

  // The operator's search finds the product, which is then taken off sale.
  await page.goto("/operator");
  if (scripts) await scriptsReady(page);
  const search = page.getByRole("banner").getByLabel("Order, payment, email, product, SKU or stall");
  await typeInto(page, search, `plum jam ${word}`);
  await page.keyboard.press("Enter");
  await press(page, main.getByRole("region", { name: "Products" }).getByRole("link", { name: `Plum jam ${word}` }));
  await expect(main.getByRole("heading", { level: 1, name: `Plum jam ${word}` })).toBeVisible();
  await press(page, main.getByRole("button", { name: "Take off sale" }));
  const reason = main.getByLabel("Reason");
  // The browser itself checks operators' forms, with scripts or without, and focuses the field.
  await expect(reason).toBeFocused();
  await typeInto(page, reason, "There may be glass in it.");
  await press(page, main.getByRole("button", { name: "Take off sale" }));
  await expectStatus(/off sale/);

  await press(page, main.getByRole("link", { name: "Recall", exact: true }));
  await expect(main).toContainText("2 orders of 2 buyers, 2 pieces, of all days.");
  await typeInto(page, main.getByLabel("Subject"), "Please do not eat it");
  await typeInto(page, main.getByLabel("Message"), "There may be glass in it.");
  await press(page, main.getByRole("button", { name: "Preview" }));
  await press(page, main.getByRole("button", { name: "Send to 2 buyers" }));
  await expect(main.getByRole("button", { name: /^Send/ })).toHaveCount(0);
  await press(page, main.getByRole("link", { name: "Back to the recall" }));
  await typeInto(page, main.getByLabel("Reason"), "There may be glass in it.");
  await press(page, main.getByRole("button", { name: "Give it back" }));
  await expect(page).toHaveURL(/\/operator\/recalls\/[0-9a-f]{24}$/);
  await expect.poll(() => mailTo(first.email, /money/)).toContain("There may be glass in it.");
  await expect.poll(() => mailTo(second.email, /Please do not eat it/)).toContain("glass");
});
