import type { Page } from "@playwright/test";
import { UNTIL_MENDED } from "../fixtures/bad-line";
import { test as onBadLine } from "./broken-line";
import { codeFor } from "./outbox";
import { expect, scriptsReady, newEmail, PASSWORD, signInAsNewBuyer, test } from "./shop";

test.use({ serviceWorkers: "allow" });

/* Scripts on the pages of buyers and of accounts, whose forms are answered within the page. */

test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, "All of it is brought by scripts.");

/** Signs up a buyer, and ends on the page that asks for the mailed code. */
async function signUp(page: Page): Promise<string> {
  const email = newEmail();
  await page.goto("/signup/customer");
  await page.getByLabel("First name").fill("Wanda");
  await page.getByLabel("Last name").fill("Walker");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page).toHaveURL(/\/signup\/verify_email/);
  return email;
}

test("two passwords that differ are pointed out while they are typed, and keep the form from being sent", async ({
  page,
  request,
}) => {
  await signInAsNewBuyer(page, request);
  await page.goto("/customer/account_settings");
  await scriptsReady(page);
  const button = page.getByRole("button", { name: "Change Password" });
  const [password, confirmation] = [
    page.getByLabel("New password", { exact: true }),
    page.getByLabel("Confirm new password"),
  ];
  const message = page.getByText("Passwords do not match");
  await page.getByLabel("Old password").fill("not-the-password-1");
  await password.fill("another-basket-22");
  await expect(button).toBeDisabled();
  await expect(message.first()).toBeHidden();
  await confirmation.fill("another");
  await expect(message).toHaveCount(2);
  await expect(message.first()).toBeVisible();
  await expect(confirmation).toHaveAttribute("aria-invalid", "true");
  await expect(confirmation).toHaveAccessibleDescription(/Passwords do not match/);
  await expect(button).toBeDisabled();
  // The response to another form keeps what is typed here and the message about it.
  await page.getByLabel("Phone").first().fill("0201234567");
  await page.getByRole("button", { name: "Save Changes" }).first().click();
  await expect(page.getByText("Profile Updated Successfully")).toBeVisible();
  await expect(message.first()).toBeVisible();
  await expect(button).toBeDisabled();
  await confirmation.fill("another-basket-22");
  await expect(message.first()).toBeHidden();
  await button.click();
  await expect(page.getByText("The old password is wrong.").first()).toBeVisible();
  await expect(password).toHaveValue("");
  await page.getByLabel("Old password").fill(PASSWORD);
  await password.fill("another-basket-22");
  await confirmation.fill("another-basket-22");
  await button.click();
  await expect(page.getByText("Password Changed Successfully")).toBeVisible();
  await expect(page.getByLabel("Old password")).toHaveValue("");
});

test("a password is shown and hidden at a press", async ({ page }) => {
  await page.goto("/login/customer");
  const field = page.getByLabel("Password", { exact: true });
  await field.fill("harvest");
  const button = page.getByRole("button", { name: "Show password" });
  await button.click();
  await expect(field).toHaveAttribute("type", "text");
  await expect(button).toHaveAttribute("aria-pressed", "true");
  await button.click();
  await expect(field).toHaveAttribute("type", "password");
});

test("a code is typed, pasted and taken back box by box", async ({ page }) => {
  const email = await signUp(page);
  const boxes = page.getByRole("main").getByRole("textbox");
  await expect(boxes).toHaveCount(5);
  await page.getByText("Code", { exact: true }).click();
  await expect(boxes.first()).toBeFocused();
  await page.keyboard.type("12");
  await expect(boxes.nth(2)).toBeFocused();
  await page.keyboard.press("Backspace");
  await expect(boxes.nth(1)).toBeFocused();
  await expect(boxes.nth(1)).toHaveValue("");
  await page.keyboard.press("ArrowLeft");
  await expect(boxes.first()).toBeFocused();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", "54 3-21");
    document.activeElement?.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  });
  for (const [place, digit] of [..."54321"].entries()) await expect(boxes.nth(place)).toHaveValue(digit);
  await page.getByRole("button", { name: "Verify" }).click();
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toBeFocused();
  await expect(boxes).toHaveCount(5);
  await expect(boxes.first()).toHaveValue("5");
  await page.getByText("Code", { exact: true }).click();
  await expect(boxes.first()).toBeFocused();
  await page.keyboard.type(await codeFor(email));
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByText("Account Created Successfully")).toBeVisible();
});

test("another code can be sent after a minute, which is counted down", async ({ page }) => {
  await page.clock.install();
  await signUp(page);
  const waiting = page.getByRole("button", { name: /^Resend code in \d+ s$/ });
  await expect(waiting).toBeVisible();
  await expect(waiting).toBeDisabled();
  await expect(page.getByRole("button", { name: "Resend code", exact: true })).toBeHidden();
  await page.clock.fastForward(61_000);
  await expect(page.getByRole("button", { name: "Resend code", exact: true })).toBeVisible();
  await expect(waiting).toBeHidden();
});

onBadLine("regions that cannot be had are asked for by a button", async ({ page, request, line }) => {
  await signInAsNewBuyer(page, request);
  await page.goto("/customer/account_settings");
  await scriptsReady(page);
  const [country, states] = [page.getByLabel("Country / Region"), page.getByLabel(/^(State|Province)/)];
  await country.selectOption("Canada");
  await states.selectOption("Ontario");
  // The regions of the earlier country must not be offered with the new one.
  line.spoil("GET /regions", { kind: "answered", status: 500 }, UNTIL_MENDED);
  await country.selectOption("Germany");
  const button = page.getByRole("button", { name: "Update regions" });
  await expect(button).toBeVisible();
  await expect(states.getByRole("option")).toHaveText(["No states to choose from"]);
  await button.click();
  await states.selectOption("Bayern");
  await expect(country).toHaveValue("Germany");
  await expect(button).toBeHidden();
});

test("an address that is being typed survives the answer to another form", async ({ page, request }) => {
  await signInAsNewBuyer(page, request);
  await page.goto("/customer/account_settings");
  await scriptsReady(page);
  await page.getByLabel("Street address").fill("1 New Lane");
  await page.getByLabel("Country / Region").selectOption("Canada");
  await page.getByLabel("Province").selectOption("Ontario");
  await page.getByLabel("Phone").first().fill("0201234567");
  await page.getByRole("button", { name: "Save Changes" }).first().click();
  await expect(page.getByText("Profile Updated Successfully")).toBeVisible();
  await expect(page.getByLabel("Street address")).toHaveValue("1 New Lane");
  await expect(page.getByLabel("Country / Region")).toHaveValue("Canada");
  await expect(page.getByLabel("Province")).toHaveValue("Ontario");
});
