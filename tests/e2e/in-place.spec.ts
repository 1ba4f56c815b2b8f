import type { APIRequestContext, Page } from "@playwright/test";
import { UNTIL_MENDED } from "../fixtures/bad-line";
import { test as onBadLine } from "./broken-line";
import { expect, scriptsReady, newEmail, test } from "./shop";
import { signInAsOperator } from "./stall";

test.use({ serviceWorkers: "allow" });

/* Forms are answered within the page. */

test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, "Without scripts every answer is a page of its own.");

const isSameDocument = (page: Page) => page.evaluate(() => "marked" in window);
const markDocument = (page: Page) =>
  page.evaluate(() => {
    Object.assign(window, { marked: true });
  });
/** Adds a category and opens its page. */
async function openCategory(page: Page): Promise<string> {
  const title = `Pickles ${Date.now()}`;
  await signInAsOperator(page);
  await page.goto("/operator/categories");
  await page.getByLabel("Title").fill(title);
  await page.getByRole("button", { name: "Add category" }).click();
  await page.getByRole("link", { name: title }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  return title;
}

/** Sends a visitor's message to the shop and opens its page. */
async function openMessage(page: Page, request: APIRequestContext): Promise<void> {
  const subject = `Plums ${Date.now()}`;
  const message = { fullname: "Wanda", email: newEmail(), subject, telephone: "", description: "Are they ripe?" };
  expect((await request.post("/api/v1/support", { data: message })).status()).toBe(201);
  await signInAsOperator(page);
  await page.goto("/operator/support");
  await page.getByRole("link", { name: subject }).click();
  await expect(page.getByRole("heading", { level: 1, name: subject })).toBeVisible();
  await scriptsReady(page);
}

test("a refused form comes back within the page, with what was typed, and its errors have the focus", async ({
  page,
}) => {
  await openCategory(page);
  await scriptsReady(page);
  await markDocument(page);
  await page.getByLabel("Title").fill(" ");
  await page.getByRole("button", { name: "Save" }).click();
  const alert = page.getByRole("main").getByRole("alert").filter({ hasText: "Title" });
  await expect(alert).toBeFocused();
  await expect(page.getByLabel("Title")).toHaveAttribute("aria-invalid", "true");
  expect(await isSameDocument(page)).toBe(true);
  await page.getByLabel("Title").fill(`Pickles and more ${Date.now()}`);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("is saved.")).toBeVisible();
});

test("a form can be filled in again only once its answer is shown, so that nothing typed is lost", async ({ page }) => {
  // A slow device takes a moment to read the answer.
  await page.addInitScript(() => {
    const { text } = Response.prototype;
    Response.prototype.text = async function slowly() {
      await new Promise((resolve) => setTimeout(resolve, 500));
      return text.call(this);
    };
  });
  await page.goto("/faqs");
  await scriptsReady(page);
  const field = page.getByLabel("Email for the newsletter");
  const nextEmail = newEmail();
  await field.fill(newEmail());
  await page.getByRole("button", { name: "Subscribe" }).click();
  await field.fill(nextEmail);
  await expect(page.getByText("Almost there: please open the link we have mailed you.")).toBeVisible();
  await expect(field).toHaveValue(nextEmail);
});

test.describe("with a page that has moved", () => {
  // A service worker that has started meanwhile would send the request past the route.
  test.use({ serviceWorkers: "block" });

  test("an answered form whose page has moved meanwhile leads to the other page without a question", async ({
    page,
  }) => {
    const questions: string[] = [];
    page.on("dialog", async (dialog) => {
      questions.push(dialog.type());
      await dialog.accept();
    });
    await page.goto("/faqs");
    await scriptsReady(page);
    await page.route("**/faqs", (route) => route.fulfill({ status: 204, headers: { "X-Location": "/about" } }));
    await page.getByLabel("Email for the newsletter").fill(newEmail());
    await page.getByRole("button", { name: "Subscribe" }).click();
    await expect(page).toHaveURL(/\/about$/);
    expect(questions).toEqual([]);
  });
});

test("a form that leads back to its page changes what is shown, and leaves alone what was typed into another one", async ({
  page,
  request,
}) => {
  await openMessage(page, request);
  await markDocument(page);
  await page.getByLabel("Your answer").fill("We have asked the stall.");
  await page.getByLabel("Taken care of by").selectOption({ index: 1 });
  await page.getByRole("button", { name: "Assign" }).click();
  await expect(page.getByText("It is taken care of.")).toBeVisible();
  await expect(page.getByLabel("Your answer")).toHaveValue("We have asked the stall.");
  expect(await isSameDocument(page)).toBe(true);
});

test("a form waits for the line, says so, and is sent once the line is back", async ({ page, context }) => {
  const title = await openCategory(page);
  await scriptsReady(page);
  await page.getByLabel("Title").fill(`${title} and more`);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "No connection." })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(`${title} and more is saved.`)).toBeVisible();
});

onBadLine(
  "a line that drops between a form's answer and its page leaves the page as it is until it is back",
  async ({ page, request, line }) => {
    await openMessage(page, request);
    const controlled = () => page.evaluate(() => navigator.serviceWorker.controller !== null);
    await page.getByLabel("Your answer").click();
    await expect.poll(controlled).toBe(true);
    await page.getByLabel("Taken care of by").selectOption({ index: 1 });
    line.spoil(`GET ${new URL(page.url()).pathname}`, { kind: "answer lost" }, UNTIL_MENDED);
    await page.getByRole("button", { name: "Assign" }).click();
    await expect(page.getByText("No connection. What you asked for comes when the line is back.")).toBeVisible();
    await expect(page.getByLabel("Your answer")).toBeVisible();
    line.mend();
    await expect(page.getByText("It is taken care of.")).toBeVisible();
  },
);

test("what was typed and not sent is offered on the next visit", async ({ page }) => {
  await openCategory(page);
  await scriptsReady(page);
  await page.getByLabel("Title").fill("Half a wo");
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain("Half a wo");
  await page.goto("/operator");
  await page.goBack();
  await page.reload();
  await expect(page.getByText("You have unsaved changes from")).toBeVisible();
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("Half a wo");
});

test("a picture that is chosen is shown before it is sent, also by a form that is refused", async ({ page }) => {
  await openCategory(page);
  await page.getByLabel("Picture").setInputFiles("public/icons/maskable-512.png");
  const picture = page.getByRole("list", { name: "Chosen" }).getByRole("img", { name: "maskable-512.png" });
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512);
  await page.getByLabel("Title").fill(" ");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Title is required").first()).toBeVisible();
  await expect(picture).toBeVisible();
});

test("a filter that is taken away changes the list within the page, and Back and Forward lead through the lists", async ({
  page,
}) => {
  await page.goto("/products?categoryId=Bakery");
  await scriptsReady(page);
  await markDocument(page);
  const bakery = page.getByRole("radio", { name: "Bakery" });
  await page.evaluate(() => scrollTo(0, 60));
  await page
    .getByRole("main")
    .getByRole("link", { name: /Bakery/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/products$/);
  await expect(bakery).not.toBeChecked();
  expect(await page.evaluate(() => scrollY)).toBe(60);
  await page.goBack();
  await expect(page).toHaveURL(/categoryId=Bakery/);
  await expect(bakery).toBeChecked();
  await page.goForward();
  await expect(bakery).not.toBeChecked();
  expect(await isSameDocument(page)).toBe(true);
});
