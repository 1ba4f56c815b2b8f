import { look } from "./look";
import { linkFor } from "./outbox";
import { expect, newEmail, PASSWORD, signIn, signInAsNewBuyer, test } from "./shop";

const EVIL = "somebody-elses-33";

test("whose address somebody else signed up with verifies it by the link, chooses a password, and theirs does not count", async ({
  page,
  request,
}, info) => {
  const email = newEmail();
  await request.post("/api/v1/user", {
    data: { email, password: EVIL, firstName: "Eve", lastName: "Walker", privilege: "buyer" },
  });
  const link = await linkFor(email, /is your/, /\/signup\/verify_email\?link=[0-9a-f]{64}/);
  await page.goto(link);
  await expect(page).toHaveURL(/\/signup\/verify_email$/);
  await look(page, "/signup/verify_email", info, "verify by link");
  await page.getByRole("main").getByRole("button", { name: "Verify" }).click();
  await expect(page).toHaveURL(/\/reset_password\/newPassword$/);
  await expect(page.getByText("Your email is verified. Now choose a password.")).toBeVisible();
  await look(page, "/reset_password/newPassword", info, "choose a first password");
  await page.locator("input[name=password]").fill(PASSWORD);
  await page.locator("input[name=confirmPassword]").fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Save password" }).click();
  await expect(page).toHaveURL(/\/reset_password\/success$/);
  await signIn(page, email, EVIL);
  await expect(page.getByRole("alert").filter({ hasText: "Email or password is wrong." })).toBeVisible();
  await signIn(page, email, PASSWORD);
  await expect(page).toHaveURL(/\d\/customer$/);
});

test("who signed up here and opens the link here is verified with the password that was typed", async ({ page }) => {
  const email = newEmail();
  await page.goto("/signup/customer");
  await page.getByLabel("First name").fill("Wanda");
  await page.getByLabel("Last name").fill("Walker");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page).toHaveURL(/\/signup\/verify_email$/);
  await page.goto(await linkFor(email, /is your/, /\/signup\/verify_email\?link=[0-9a-f]{64}/));
  await page.getByRole("main").getByRole("button", { name: "Verify" }).click();
  await expect(page).toHaveURL(/\/signup\/success$/);
  await signIn(page, email, PASSWORD);
  await expect(page).toHaveURL(/\d\/customer$/);
});

test("the link in a reset's mail sets a new password once, in whatever browser it is opened", async ({
  page,
  request,
  browser,
  scripts,
}) => {
  const { email } = await signInAsNewBuyer(page, request);
  await request.put("/api/v1/user/reset-password", { data: { email } });
  const link = await linkFor(email, /for a new password/, /\/reset_password\/newPassword\?link=[0-9a-f]{64}/);
  const choose = async (password: string) => {
    const secondPage = await (await browser.newContext({ javaScriptEnabled: scripts })).newPage();
    await secondPage.goto(link);
    await secondPage.locator("input[name=password]").fill(password);
    await secondPage.locator("input[name=confirmPassword]").fill(password);
    await secondPage.getByRole("main").getByRole("button", { name: "Save password" }).click();
    return secondPage;
  };
  await expect(await choose("brand-new-basket-1")).toHaveURL(/\/reset_password\/success$/);
  const laterBasket = await choose("brand-new-basket-2");
  await expect(laterBasket.getByText("This link has been used or is too old.").first()).toBeVisible();
  // The earlier session has ended.
  await page.goto("/customer");
  await expect(page).toHaveURL(/\/login\/customer/);
  await signIn(page, email, "brand-new-basket-1");
  await expect(page).toHaveURL(/\d\/customer$/);
});
