import type { Page } from "@playwright/test";
import { look, watchConsole } from "./look";
import { mailTo } from "./outbox";
import { expect, scriptsReady, PASSWORD, signIn, signInAsNewBuyer, test } from "./shop";

/**
 * Adds a device with passkeys that knows its owner. Returns functions to change and remove it and read its passkeys.
 */
async function aDevice(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    remove: () => devtools.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId }),
    credentials: async () => (await devtools.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
    knowsOwner: (isUserVerified: boolean) =>
      devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
  };
}

const signOut = (page: Page) => page.context().clearCookies({ name: "authToken" });

async function addPasskey(page: Page, name: string) {
  await page.goto("/security/passkeys");
  await scriptsReady(page);
  await page.getByLabel("What you call it").fill(name);
  await page.getByRole("button", { name: "Add a passkey" }).click();
}

test("a passkey is added, asked for at each sign-in, and removed; the last one stays", async ({
  page,
  request,
  scripts,
}, info) => {
  test.skip(!scripts, "Browsers use passkeys by scripts alone.");
  watchConsole(page);
  const device = await aDevice(page);
  const { email } = await signInAsNewBuyer(page, request);
  await page.goto("/security");
  await page.getByRole("link", { name: "Add a passkey" }).click();
  await expect(page).toHaveURL(/\/security\/passkeys$/);
  await look(page, "/security/passkeys", info, "passkeys-none");
  await page.getByLabel("What you call it").fill(" ");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("A name is required").first()).toBeVisible();
  await addPasskey(page, "My phone");
  await expect(page.getByRole("heading", { name: "Your second factor is on" })).toBeVisible();
  const codes = await page.locator("ol code").allInnerTexts();
  expect(codes).toHaveLength(10);
  await expect.poll(() => mailTo(email, /your passkey beside/)).not.toBe("");
  await look(page, "/security", info, "security-with-passkey");
  await expect(page.getByRole("link", { name: "Your passkeys (1)" })).toBeVisible();

  await signOut(page);
  await signIn(page, email, PASSWORD);
  await expect(page).toHaveURL(/\/login\/second_factor$/);
  await look(page, "/login/second_factor", info, "second-factor-passkey");
  await page.getByRole("button", { name: "Use my passkey" }).click();
  await expect(page).toHaveURL(/\d\/customer$/);
  const [credential] = await device.credentials();
  expect([credential?.rpId, credential?.signCount]).toEqual(["localhost", 2]);

  await addPasskey(page, "My phone once more");
  await expect(page.getByText("This device has a passkey of your account already.")).toBeVisible();
  await device.remove();
  const otherKey = await aDevice(page);
  await addPasskey(page, "Key on my ring");
  await expect(page.getByText("The passkey is added.")).toBeVisible();
  await look(page, "/security/passkeys", info, "passkeys-two");
  await page.getByRole("button", { name: "Remove My phone" }).click();
  await expect(page.getByText("The passkey is removed.")).toBeVisible();
  await page.getByRole("button", { name: "Remove Key on my ring" }).click();
  await expect(page.getByText("That is your only second factor.")).toBeVisible();

  // The key is gone, but a recovery code still lets the owner in.
  await signOut(page);
  await signIn(page, email, PASSWORD);
  await otherKey.remove();
  await page.getByRole("link", { name: "Use a recovery code" }).click();
  await page.getByRole("textbox", { name: "Recovery code" }).fill(codes[0]!);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\d\/customer$/);
});

test("where scripts do not run, the page says what works without", async ({
  page,
  request,
  browser,
  scripts,
}, info) => {
  test.skip(scripts, "It is the page of a browser without scripts.");
  const phone = await (await browser.newContext({ javaScriptEnabled: true })).newPage();
  await aDevice(phone);
  const { email } = await signInAsNewBuyer(phone, request);
  await addPasskey(phone, "My phone");
  await expect(phone.getByRole("heading", { name: "Your second factor is on" })).toBeVisible();
  const codes = await phone.locator("ol code").allInnerTexts();

  await signIn(page, email, PASSWORD);
  await expect(page).toHaveURL(/\/login\/second_factor$/);
  await look(page, "/login/second_factor", info, "second-factor-passkey");
  await expect(page.getByText("What works without: a recovery code.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Use my passkey" })).toBeHidden();
  await page.getByRole("link", { name: "Use a recovery code" }).click();
  await page.getByRole("textbox", { name: "Recovery code" }).fill(codes[0]!);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\d\/customer$/);
  await look(page, "/security/passkeys", info, "passkeys-unscripted");
  await expect(page.getByText("Passkeys need scripts, and your browser runs none here.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add a passkey" })).toBeHidden();
  // Removing a passkey needs no scripts.
  await page.getByRole("button", { name: "Remove My phone" }).click();
  await expect(page.getByText("That is your only second factor.")).toBeVisible();
});

test("who is asked to show that it is them before a passkey is made, comes back to the page of passkeys", async ({
  page,
  request,
  scripts,
}) => {
  test.skip(!scripts, "Browsers use passkeys by scripts alone.");
  await aDevice(page);
  await signInAsNewBuyer(page, request);
  await page.route("**/security/passkeys/options", (route) =>
    route.fulfill({ json: { to: "/security/confirm?redirect_uri=%2Fsecurity%2Fpasskeys" } }),
  );
  await addPasskey(page, "My phone");
  await expect(page).toHaveURL(/\/security\/confirm/);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(page).toHaveURL(/\/security\/passkeys$/);
});

test("a device that says no, and a line that is gone, leave the page as it is, with a way on", async ({
  page,
  request,
  scripts,
}) => {
  test.skip(!scripts, "Browsers use passkeys by scripts alone.");
  const device = await aDevice(page);
  await device.knowsOwner(false);
  await signInAsNewBuyer(page, request);
  await page.goto("/security/passkeys");
  await scriptsReady(page);
  await page.route("**/security/passkeys/options", (route) => route.abort());
  await page.getByLabel("What you call it").fill("My phone");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("The shop did not answer. Press the button once more.")).toBeVisible();
  await page.unroute("**/security/passkeys/options");
  await expect(page.getByLabel("What you call it")).toHaveValue("My phone");
  await device.knowsOwner(true);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByRole("heading", { name: "Your second factor is on" })).toBeVisible();
});
