import type { Page } from "@playwright/test";
import { EXTENSIONS } from "./extensions";
import { expect, scriptsReady, test } from "./shop";
import { aPicture, onSale, signInAsNewMerchant } from "./stall";

/* Merchants' pages, whose forms are answered within the page: what a merchant does while a response is on its way. */

test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, "Without scripts every answer is a page of its own.");

async function fillIn(page: Page, title: string): Promise<void> {
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Description").fill("Picked at dawn and sold the same day.");
  await page.getByLabel("SKU").fill(`SKU-${Date.now()}`);
  await page.getByLabel("Barcode").fill("2900000000000");
  await page.getByLabel("Quantity").fill("40");
  await page.getByLabel("Product Category").selectOption({ index: 1 });
}

test("who types while a photo goes up goes on typing: the text, the cursor and the rest of the form stay", async ({
  page,
  request,
}) => {
  await signInAsNewMerchant(page, request);
  await page.goto("/merchant/products/add");
  await scriptsReady(page);
  // The answer that shows the photo waits until something has been typed.
  let isTyped = () => undefined as void;
  const typing = new Promise<void>((resolve) => (isTyped = resolve));
  await page.route(/products\/add$/, async (route) => {
    if (route.request().method() === "POST") await typing;
    await route.continue();
  });
  const drawRequest = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().endsWith("/products/add"),
  );
  await page.getByLabel(/^Photos \(/).setInputFiles(await aPicture("one.png", "#3a7"));
  await drawRequest;
  await page.getByLabel("Title").click();
  await page.keyboard.type("Sweet corn");
  isTyped();
  await expect(page.getByRole("list", { name: "Photos in their order" }).getByRole("listitem")).toHaveCount(1);
  await page.keyboard.type(" of the hill");
  await expect(page.getByLabel("Title")).toHaveValue("Sweet corn of the hill");
});

test("a product that is sent while its photo goes up is saved once the photo is there", async ({ page, request }) => {
  await signInAsNewMerchant(page, request);
  await page.goto("/merchant/products/add");
  await scriptsReady(page);
  await fillIn(page, "Corn that waits for its photo");
  await page.getByLabel("Price").fill("3");
  let isSent = () => undefined as void;
  const sending = new Promise<void>((resolve) => (isSent = resolve));
  await page.route(/\/file\/resumable\//, async (route) => {
    await sending;
    await route.continue();
  });
  await page.getByLabel(/^Photos \(/).setInputFiles(await aPicture("one.png", "#3a7"));
  await expect(page.getByRole("progressbar", { name: "Upload of one.png" })).toBeVisible();
  await page.getByRole("button", { name: "Add Product" }).click();
  await expect(page.getByText("Your files are still on their way.")).toBeVisible();
  isSent();
  await expect(page.getByText("Product Added Successfully")).toBeVisible();
  const { data } = await (await page.request.get("/api/v1/product/manage-product")).json();
  expect(data.docs.map(({ image, amount }: { image: object[]; amount: number }) => [image.length, amount])).toEqual([
    [1, 3],
  ]);
});

test("a row more keeps the focus where it was, what was typed, and is no draft of another visit", async ({
  page,
  request,
}) => {
  await signInAsNewMerchant(page, request);
  await page.goto("/merchant/products/add");
  await scriptsReady(page);
  await page.getByLabel("Title").fill("Sweet corn");
  await page.getByLabel("Price").fill("12");
  await page.getByLabel("SKU").click();
  await expect(page.getByLabel("Price")).toHaveValue("12.00");
  await page.locator("summary", { hasText: "Variation" }).click();
  await page.getByRole("button", { name: "Add Variant" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Variation (optional)")).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Add Variant" })).toBeFocused();
  await expect(page.getByLabel("Title")).toHaveValue("Sweet corn");
  await expect(page.getByText(/You have unsaved changes/)).toHaveCount(0);
  await page.reload();
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByLabel("Variation (optional)")).toHaveCount(2);
  await page.getByRole("button", { name: "Remove variant 2" }).click();
  await expect(page.getByLabel("Variation (optional)")).toHaveCount(1);
  await expect(page.getByLabel("Title")).toHaveValue("Sweet corn");
});

test("a product is deleted from the list once a dialog has asked, and stays where it is to be kept", async ({
  page,
  request,
}) => {
  const stall = await signInAsNewMerchant(page, request);
  for (const title of ["Plums to keep", "Plums to delete"]) await onSale(request, stall, title);
  await page.goto("/merchant/products");
  await scriptsReady(page);
  const dialog = page.getByRole("dialog", { name: "Delete this product?" });
  await page.getByRole("link", { name: "Delete Plums to keep" }).click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Keep it" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("link", { name: "Delete Plums to delete" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("link", { name: "Delete Plums to delete" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Delete Plums to keep" })).toBeVisible();
  await expect(page).toHaveURL(/\/merchant\/products$/);
});

for (const [name, addElement] of Object.entries(EXTENSIONS)) {
  test(`an extension's element costs a merchant no press and no typed word: ${name}`, async ({ page, request }) => {
    await signInAsNewMerchant(page, request);
    await page.addInitScript(`addEventListener("DOMContentLoaded", ${addElement.toString()})`);
    await page.goto("/merchant/account_settings");
    const savedNotice = page.getByText("Your stall is saved");
    for (const place of ["Market Row 3", "Market Row 4"]) {
      await page.getByLabel("Place").fill(place);
      await page.getByRole("button", { name: "Save the stall" }).click();
      await expect(savedNotice).toBeVisible();
      await expect(page.getByLabel("Place")).toHaveValue(place);
      // The notice is hidden before the next one.
      await expect(savedNotice).toBeHidden();
    }
    await page.goto("/merchant/products/add");
    await fillIn(page, "Corn beside an extension");
    await page.locator("summary", { hasText: "Variation" }).click();
    await page.getByRole("button", { name: "Add Variant" }).click();
    await expect(page.getByLabel("Variation (optional)")).toHaveCount(2);
    await page.getByLabel("Price").fill("3.50");
    await page.getByRole("button", { name: "Add Product" }).click();
    await expect(page.getByText("Product Added Successfully")).toBeVisible();
  });
}
