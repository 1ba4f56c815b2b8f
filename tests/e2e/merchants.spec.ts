import { readFile } from "node:fs/promises";
import { mailTo } from "./outbox";
import { expect, newEmail, PASSWORD, signIn, STALL, test } from "./shop";
import { aPicture, boughtBy, onSale, signInAsNewMerchant } from "./stall";

test("a tab that was closed half way through the sign-up loses nothing typed but the passwords", async ({
  page,
  context,
}) => {
  await page.goto("/signup/merchant");
  await page.getByLabel("First name").fill("Mira");
  await page.getByLabel("Last name").fill("Stallholder");
  await page.getByLabel("Email", { exact: true }).fill(newEmail());
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Store name").fill(STALL);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("At least one business category is required").first()).toBeVisible();
  await expect(page.getByLabel("Store name")).toHaveValue(STALL);
  await page.getByRole("checkbox", { name: "Fruit" }).check();
  await page.getByRole("checkbox", { name: "Vegetables" }).check();
  await page.getByLabel("Business address").fill("3 Market Row");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Username").fill("mira");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  // A mistake on this step does not prevent going back.
  await page.getByLabel("Confirm password").fill("something else");
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByLabel("Store name")).toBeVisible();
  await page.close();

  const reopenedPage = await context.newPage();
  await reopenedPage.goto("/signup/merchant");
  await expect(reopenedPage.getByLabel("First name")).toHaveValue("Mira");
  await reopenedPage.getByRole("button", { name: "Continue" }).click();
  await expect(reopenedPage.getByLabel("Store name")).toHaveValue(STALL);
  await expect(reopenedPage.getByRole("checkbox", { name: "Fruit" })).toBeChecked();
  await reopenedPage.getByRole("button", { name: "Continue" }).click();
  await expect(reopenedPage.getByLabel("Username")).toHaveValue("mira");
  await expect(reopenedPage.getByLabel("Password", { exact: true })).toHaveValue("");
});

test("who finds on a shared phone what somebody else has typed into the sign-up starts over, and nothing of it is left", async ({
  page,
}) => {
  await page.goto("/signup/merchant");
  await expect(page.getByRole("button", { name: "Not you? Start over" })).toHaveCount(0);
  await page.getByLabel("First name").fill("Mira");
  await page.getByLabel("Last name").fill("Stallholder");
  await page.getByLabel("Email", { exact: true }).fill(newEmail());
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Store name").fill(STALL);
  await page.getByRole("button", { name: "Not you? Start over" }).click();
  await expect(page.getByLabel("First name")).toHaveValue("");
  await expect(page.getByRole("button", { name: "Not you? Start over" })).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel("First name")).toHaveValue("");
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue("");
  await expect(page.getByRole("main")).not.toContainText("unsaved changes");
  // A person who opens the second step now starts from the beginning.
  await page.goto("/signup/merchant?step=2");
  await expect(page.getByLabel("First name")).toBeVisible();
});

test("an order is cancelled with a reason that the buyer reads beside the refund; another is shipped, corrected and delivered", async ({
  page,
  request,
}) => {
  const merchant = await signInAsNewMerchant(page, request);
  const product = await onSale(request, merchant, `Crate of pears ${Date.now()}`);
  const [sorry, glad] = [await boughtBy(request, product, "Sorry"), await boughtBy(request, product, "Glad")];

  await page.goto(`/merchant/orders/${sorry.orderId}`);
  await page.getByText("Cancel this order").click();
  await page.getByLabel("Reason for the customer").fill("   ");
  await page.getByRole("button", { name: "Cancel and refund" }).click();
  await expect(page.getByText(/reason is required/i).first()).toBeVisible();
  await page.getByLabel("Reason for the customer").fill("The frost took the pears.");
  await page.getByRole("button", { name: "Cancel and refund" }).click();
  await expect(page.getByText("Your reason: The frost took the pears.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Mark as shipped" })).toHaveCount(0);
  await expect.poll(() => mailTo(sorry.email, /The frost took the pears/)).toMatch(/4\.20/);
  await page.goto("/merchant/payments");
  await expect(page.getByRole("row", { name: /Bea Sorry.*\$4\.20.*Refunded/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /Bea Glad.*\$4\.20.*Paid/ })).toBeVisible();

  await page.goto(`/merchant/orders/${glad.orderId}`);
  await page.getByLabel("Carrier").fill("Valley Post");
  await page.getByRole("button", { name: "Mark as shipped" }).click();
  await expect(page.getByRole("button", { name: "Mark as delivered" })).toBeVisible();
  await expect.poll(() => mailTo(glad.email, /on their way/)).toContain("Valley Post");
  await page.getByText("Change carrier or tracking number").click();
  await page.getByLabel("Tracking number").fill("VP-77");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("main").getByText("VP-77")).toBeVisible();
  await page.getByRole("button", { name: "Mark as delivered" }).click();
  await expect(page.getByText("Delivered", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("Next step")).toHaveCount(0);
});

test("a step that an old page asks for, of an order that was cancelled meanwhile, is refused in a sentence", async ({
  page,
  request,
}) => {
  const merchant = await signInAsNewMerchant(page, request);
  const product = await onSale(request, merchant, `Crate of quinces ${Date.now()}`);
  const { orderId } = await boughtBy(request, product, "Late");
  await page.goto(`/merchant/orders/${orderId}`);
  const otherTab = await page.context().newPage();
  await otherTab.goto(`/merchant/orders/${orderId}`);
  await otherTab.getByText("Cancel this order").click();
  await otherTab.getByLabel("Reason for the customer").fill("The wasps took them.");
  await otherTab.getByRole("button", { name: "Cancel and refund" }).click();
  await expect(otherTab.getByText("Your reason: The wasps took them.")).toBeVisible();
  await page.getByRole("button", { name: "Mark as shipped" }).click();
  await expect(page.getByRole("alert").getByText("This has been cancelled.")).toBeVisible();
});

test("settings save who the merchant is, what the stall sells, a picture and a new password", async ({
  page,
  request,
}) => {
  const { email } = await signInAsNewMerchant(page, request);
  await page.goto("/merchant/account_settings");
  const card = (name: string) =>
    page
      .getByRole("main")
      .locator("section")
      .filter({ has: page.getByRole("heading", { name }) });
  const profile = card("Account Settings");
  await profile.getByLabel("Store name").fill("Mira's Orchard");
  await profile.getByRole("checkbox", { name: "Vegetables" }).uncheck();
  await profile.getByRole("checkbox", { name: "Fruit" }).uncheck();
  await profile.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("At least one business category is required").first()).toBeVisible();
  await expect(profile.getByLabel("Store name")).toHaveValue("Mira's Orchard");
  await profile.getByRole("checkbox", { name: /honey/i }).check();
  await profile.locator("input[type=file]").setInputFiles(await aPicture("me.png", "#a63"));
  await profile.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Profile Updated Successfully")).toBeVisible();
  await page.goto("/merchant/products/add");
  await expect(page.getByLabel("Product Category")).toContainText(/honey/i);
  await page.goto("/merchant/account_settings");
  await expect(profile.getByLabel("Store name")).toHaveValue("Mira's Orchard");
  const password = card("Change Password");
  await password.getByLabel("Old password").fill(PASSWORD);
  await password.getByLabel("New password", { exact: true }).fill("another-orchard-22");
  await password.getByLabel("Confirm new password", { exact: true }).fill("another-orchard-22");
  await password.getByRole("button", { name: "Change Password" }).click();
  await expect(page.getByText("Password Changed Successfully")).toBeVisible();
  await page.context().clearCookies();
  await signIn(page, email, "another-orchard-22", "/login/merchant");
  await expect(page).toHaveURL(/\d\/merchant$/);
});

test("a spreadsheet is checked row by row, mended, taken over whole, and changes nothing when it comes back", async ({
  page,
  request,
}) => {
  await signInAsNewMerchant(page, request);
  await page.goto("/merchant/products");
  await page.getByRole("link", { name: "Import" }).click();
  const send = async (name: string, csv: string | Buffer) => {
    await page.getByLabel("CSV file").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(csv) });
    await page.getByRole("button", { name: "Check the file" }).click();
  };
  await send("wrong.csv", "Title;Price\nCorn;3.00\n");
  await expect(page.getByText(/There is no column SKU/).first()).toBeVisible();
  const head = "sku;title;description;price;stock;barcode;category";
  await send(
    "stock.csv",
    `${head}\nA-1;Sweet corn, four cobs;Picked at dawn and sold today.;3,5;7;29;vegetables\nA-2;Tiny;short;x;7;29;Bakery\n`,
  );
  const wrong = page.getByRole("row", { name: /Row 3/ });
  await expect(wrong).toContainText("B3, Title: “Tiny” Minimum length is 5 characters.");
  await expect(wrong).toContainText("D3, Price: “x” Write an amount with a point or a comma before the cents");
  await expect(wrong).toContainText("G3, Product category: “Bakery” Choose one of your store's categories.");
  await expect(page.getByRole("button", { name: /^Import/ })).toHaveCount(0);
  await send(
    "stock.csv",
    `${head}\nA-1;Sweet corn, four cobs;Picked at dawn and sold today.;3,5;7;29;vegetables\nA-2;Pears by the crate;Ripe, sweet and heavy as they should be.;12;3;29;Fruit\n`,
  );
  await expect(page.getByRole("row", { name: /Pears by the crate/ })).toContainText("New");
  await page.getByRole("button", { name: "Import 2 products" }).click();
  await expect(page.getByText("Import done: 2 added, 0 changed.")).toBeVisible();
  await expect(page.getByRole("row", { name: /Sweet corn.*A-1.*\$3\.50/ })).toBeVisible();

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export" }).click();
  const csv = await readFile(await (await download).path());
  await page.goto("/merchant/products/import");
  await send("products.csv", csv);
  await expect(page.getByText("0 products added, 0 products changed, 2 products as before")).toBeVisible();
  await send("products.csv", csv.toString().replace("3.50", "2.75"));
  await expect(page.getByText("Price: 3.50 → 2.75")).toBeVisible();
  await page.getByRole("button", { name: "Import 1 product" }).click();
  await expect(page.getByRole("row", { name: /Sweet corn.*\$2\.75/ })).toBeVisible();

  await page.goto("/merchant/products/import");
  await page.getByRole("listitem").filter({ hasText: "0 added, 1 changed" }).getByRole("link").click();
  await page.getByRole("button", { name: "Take it back" }).click();
  await expect(page.getByText("Price: 2.75 → 3.50")).toBeVisible();
  await page.getByRole("button", { name: "Take back 1 product" }).click();
  await expect(page.getByText("Import taken back: 1 changed back, 0 deleted.")).toBeVisible();
  await expect(page.getByRole("row", { name: /Sweet corn.*\$3\.50/ })).toBeVisible();
});

test("a spreadsheet of thousands of products is taken over in the background, and the page says how far it is", async ({
  page,
  request,
}) => {
  await signInAsNewMerchant(page, request);
  const rows = Array.from(
    { length: 3000 },
    (_, n) => `B-${n},Crate of pears ${n},Ripe and sweet and heavy as they should be.,12.00,3,29,Fruit`,
  );
  await page.goto("/merchant/products/import");
  const csv = ["SKU,Title,Description,Price,Quantity,Barcode,Product category", ...rows].join("\n");
  const file = { name: "many.csv", mimeType: "text/csv", buffer: Buffer.from(csv) };
  await page.getByLabel("CSV file").setInputFiles(file);
  await page.getByRole("button", { name: "Check the file" }).click();
  await page.getByRole("button", { name: "Import 3,000 products" }).click();
  // The import takes seconds. The page may show it under way or done.
  await expect(page.getByText(/Being taken over: .* 3,000 rows|3,000 products added/)).toBeVisible();
  const importNotice = page.getByText("This file was taken over: 3,000 products added");
  await expect(async () => {
    if (await importNotice.isVisible()) return;
    await page.reload();
    expect(await importNotice.isVisible()).toBe(true);
  }).toPass();
});
