import type { Page } from "@playwright/test";
import { codeAt } from "../../app/features/second-factor/totp.server";
import { look, watchConsole } from "./look";
import { linkFor, mailTo } from "./outbox";
import { DEMO_PASSWORD, expect, newEmail, PASSWORD, signIn, signInAsNewBuyer, test } from "./shop";

/** Returns the codes of an authenticator app with this secret, each from a later time step than the last. */
function anApp(secret: string) {
  let codeIndex = 0;
  return async () => {
    // A code works once. The app shows the next one within thirty seconds, and that of the next step counts already.
    const step = Math.max(Math.floor(Date.now() / 30_000), codeIndex + 1);
    codeIndex = step;
    return codeAt(secret, new Date(step * 30_000));
  };
}

async function enterCode(page: Page, code: string, scripts: boolean): Promise<void> {
  if (!scripts) await page.getByLabel(/^Code/).fill(code);
  else {
    await page.getByRole("textbox", { name: "Digit 1 of 6" }).click();
    await page.keyboard.type(code);
  }
}

async function setUp(page: Page, scripts: boolean) {
  await page.goto("/security");
  await page.getByRole("button", { name: "Set up an app" }).click();
  await expect(page.getByRole("heading", { name: "Set up an app" })).toBeVisible();
  await expect(page.getByRole("img", { name: "QR code for the app" })).toBeVisible();
  const uri = new URL((await page.getByRole("link", { name: "Open it in the app" }).getAttribute("href"))!);
  const secret = uri.searchParams.get("secret")!;
  expect((await page.locator("code").innerText()).replaceAll(" ", "")).toBe(secret);
  const app = anApp(secret);
  await enterCode(page, await app(), scripts);
  await page.getByRole("button", { name: "Switch on" }).click();
  await expect(page.getByRole("heading", { name: "Your second factor is on" })).toBeVisible();
  const codes = await page.locator("ol code").allInnerTexts();
  expect(codes).toHaveLength(10);
  return { app, codes };
}

const signOut = (page: Page) => page.context().clearCookies({ name: "authToken" });

test("a second factor is set up, asked for at each sign-in, gone around by a recovery code, and switched off", async ({
  page,
  request,
  scripts,
}, info) => {
  watchConsole(page);
  const { email } = await signInAsNewBuyer(page, request);
  await page.goto("/customer/account_settings");
  await page.getByRole("link", { name: "Security of your account" }).click();
  await expect(page).toHaveURL(/\/security$/);
  await look(page, "/security", info, "security-off");
  await page.getByRole("button", { name: "Set up an app" }).click();
  await expect(page).toHaveURL(/\/security\/authenticator$/);
  await look(page, "/security/authenticator", info);
  // Started again, it is the same set-up.
  const { app, codes } = await setUp(page, scripts);
  await page.getByRole("link", { name: "I have kept them" }).click();
  await expect(page.getByText("10 of 10 recovery codes are left")).toBeVisible();
  await look(page, "/security", info, "security-on");
  await expect.poll(() => mailTo(email, /Your second factor is on/)).not.toBe("");

  await signOut(page);
  await page.goto("/customer/account_settings");
  await signIn(page, email, PASSWORD, page.url().replace(/^https?:\/\/[^/]+/, ""));
  await expect(page).toHaveURL(/\/login\/second_factor$/);
  await page.goto("/customer");
  await expect(page).toHaveURL(/\/login\/customer/);
  await look(page, "/login/second_factor", info);
  await enterCode(page, "000000", scripts);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("That code is wrong.").first()).toBeVisible();
  if (scripts) {
    // The new digits replace those of the wrong code, even where they are equal.
    await enterCode(page, "00", scripts);
    await expect(page.getByRole("textbox", { name: "Digit 3 of 6" })).toBeFocused();
  }
  await enterCode(page, await app(), scripts);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\/customer\/account_settings$/);

  await signOut(page);
  await signIn(page, email, PASSWORD);
  await page.getByRole("link", { name: "Use a recovery code" }).click();
  await expect(page).toHaveURL(/\?with=recovery_code$/);
  await look(page, "/login/second_factor?with=recovery_code", info);
  await page.getByRole("textbox", { name: "Recovery code" }).fill(codes[3]!);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\d\/customer$/);
  await page.goto("/security");
  await expect(page.getByText("9 of 10 recovery codes are left")).toBeVisible();

  await look(page, "/security/recovery_codes", info);
  await page.getByRole("button", { name: "Make ten new codes" }).click();
  await expect(page.getByRole("heading", { name: "Your new recovery codes" })).toBeVisible();
  const newCodes = await page.locator("ol code").allInnerTexts();
  expect(newCodes.filter((code) => codes.includes(code))).toEqual([]);

  await look(page, "/security/switch_off", info);
  await page.getByLabel("Password", { exact: true }).fill("not-the-password-1");
  await page.getByLabel("Code").fill(newCodes[0]!);
  await page.getByRole("button", { name: "Switch off" }).click();
  await expect(page.getByText("The password is wrong.").first()).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Code").fill(newCodes[0]!);
  await page.getByRole("button", { name: "Switch off" }).click();
  await expect(page.getByText("Your second factor is off.")).toBeVisible();
  await signOut(page);
  await signIn(page, email, PASSWORD);
  await expect(page).toHaveURL(/\d\/customer$/);
});

test("who has lost app and codes gets in again once an operator has lifted the factor, with a reason", async ({
  page,
  request,
  browser,
  scripts,
}, info) => {
  const { email } = await signInAsNewBuyer(page, request);
  await setUp(page, scripts);
  const desk = await (await browser.newContext({ javaScriptEnabled: scripts })).newPage();
  await signIn(desk, "operator@example.com", DEMO_PASSWORD);
  await expect(desk).toHaveURL(/\/operator$/);
  await desk.goto(`/operator/users?q=${encodeURIComponent(email)}`);
  await desk.getByRole("link", { name: /lift the second factor of/ }).click();
  await expect(desk.getByRole("heading", { name: /^Second factor of Wanda/ })).toBeVisible();
  await look(desk, new URL(desk.url()).pathname, info, "lift-second-factor");
  await desk.getByLabel("Reason").fill("The phone fell into the well");
  await desk.getByRole("button", { name: "Lift the second factor" }).click();
  await expect(desk.getByText("The second factor is lifted.")).toBeVisible();
  await desk.goto("/operator/audit_log");
  await expect(desk.locator("tbody").getByText("Lifted a second factor").first()).toBeVisible();
  await look(desk, `/operator/users?q=${encodeURIComponent(email)}`, info, "users-with-factor");
  await expect.poll(() => mailTo(email, /The phone fell into the well/)).not.toBe("");
  await signOut(page);
  await signIn(page, email, PASSWORD);
  await expect(page).toHaveURL(/\d\/customer$/);
});

test("a session of a while ago is asked who is there, and goes on where it was", async ({ page, request }, info) => {
  await signInAsNewBuyer(page, request);
  await look(page, "/security/confirm?redirect_uri=%2Fsecurity", info);
  await page.getByLabel("Password", { exact: true }).fill("not-the-password-1");
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(page.getByText("The password is wrong.").first()).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(page).toHaveURL(/\d\/security$/);
});

test("a merchant of a while ago is asked who is there before the way leads to the bank details", async ({
  page,
}, info) => {
  await signIn(page, "merchant@example.com", DEMO_PASSWORD, "/login/merchant");
  await expect(page).toHaveURL(/\d\/merchant$/);
  await look(page, "/merchant/payout_account/confirm", info);
  await page.getByLabel("Password", { exact: true }).fill("not-the-password-1");
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(page.getByText("The password is wrong.").first()).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Go on" }).click();
  // This shop makes no payouts, so the way ends at the settings, which say so.
  await expect(page).toHaveURL(/\/merchant\/account_settings/);
});

test("an address is changed by the link in its mail, and taken back by the one in the old mailbox", async ({
  page,
  request,
}, info) => {
  const { email } = await signInAsNewBuyer(page, request);
  const otherEmail = newEmail();
  const linkTo = (linkKind: string) => {
    const link = new RegExp(`/security/email/${linkKind}\\?link=[0-9a-f]{64}`);
    return linkFor(linkKind === "confirm" ? otherEmail : email, link, link);
  };
  await page.goto("/security");
  await page.getByRole("link", { name: "Change your email" }).click();
  await expect(page).toHaveURL(/\/security\/email$/);
  await look(page, "/security/email", info);
  await page.getByLabel("New email").fill(otherEmail);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText(`We have sent a link to ${otherEmail}.`)).toBeVisible();
  await look(page, await linkTo("confirm"), info, "email-confirm");
  await page.getByRole("button", { name: "Use this address" }).click();
  await expect(page.getByText(`Your address is ${otherEmail} from now on.`)).toBeVisible();
  const undo = await linkTo("undo");
  await look(page, undo, info, "email-undo");
  await page.getByRole("button", { name: "Take it back" }).click();
  await expect(page.getByText(`Your address is ${email} again.`)).toBeVisible();
  await page.goto("/customer");
  await expect(page).toHaveURL(/\/login\/customer/);
  // A response may have been lost: the used link says the same again and does nothing.
  await page.goto(undo);
  await page.getByRole("button", { name: "Take it back" }).click();
  await expect(page).toHaveURL(/\/reset_password/);
  await expect(page.getByText(`Your address is ${email} again.`)).toBeVisible();
  await page.goto(undo.replace(/[0-9a-f]{64}/, "0".repeat(64)));
  await page.getByRole("button", { name: "Take it back" }).click();
  await expect(page.getByText("This link has been used or is too old.").first()).toBeVisible();
});

test("a visitor stands before the password, not before the code", async ({ page }) => {
  await page.goto("/login/second_factor");
  await expect(page).toHaveURL(/\/login$/);
  await page.goto("/security");
  await expect(page).toHaveURL(/\/login\?redirect_uri=%2Fsecurity$/);
});
