import { randomBytes } from "node:crypto";
import path from "node:path";
import type { Page } from "@playwright/test";
import Database from "better-sqlite3";
import { WAIT_MS } from "../../scripts/gate/patience.mjs";
import { look, watchConsole } from "./look";
import { mailTo } from "./outbox";
import { expect, newBuyer, PASSWORD, signIn, signInAsNewBuyer, test } from "./shop";

/** The data folder of the journeys' shop (playwright.config.ts). */
const DATA = ".test/e2e-data";

/** Makes the proofs of an account's sessions expire, as 10 minutes would. */
function forgetProofOf(email: string): void {
  const database = new Database(path.join(DATA, "fieldstall.db"), { timeout: WAIT_MS });
  database
    .prepare(`update "tokens" set "provenAt" = '' where "userId" = (select "_id" from "users" where "email" = ?)`)
    .run(email);
  database.close();
}

/** Makes an operator of an account. Other journeys need the proofs of the demo's operator. */
function makeOperator(email: string): void {
  const database = new Database(path.join(DATA, "fieldstall.db"), { timeout: WAIT_MS });
  database.prepare(`update "users" set "privilege" = 'operator' where "email" = ?`).run(email);
  database.close();
}

/** Gives an account the largest number of tokens. */
function fillWithTokens(email: string): void {
  const database = new Database(path.join(DATA, "fieldstall.db"), { timeout: WAIT_MS });
  const insert = database.prepare(
    `insert into "personalTokens" ("_id", "userId", "hash", "name", "scopes", "createdAt", "expiresAt")
     select ?, "_id", ?, 'A program', 'orders:read', '2026-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z' from "users" where "email" = ?`,
  );
  for (let n = 0; n < 20; n += 1) insert.run(randomBytes(12).toString("hex"), randomBytes(32).toString("hex"), email);
  database.close();
}

const prove = async (page: Page, password: string) => {
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Go on" }).click();
};

test("a token that is asked for by a session of a while ago is made after a proof, with what was typed", async ({
  page,
  request,
}, info) => {
  watchConsole(page);
  const { email } = await signInAsNewBuyer(page, request);
  await page.goto("/security/tokens");
  await page.getByLabel("What you call it").fill("My <b>spreadsheet</b>");
  await page.getByLabel("Orders").selectOption("Read");
  forgetProofOf(email);
  await page.getByRole("button", { name: "Make a token" }).click();
  await expect(page.getByRole("heading", { name: "Is it you?" })).toBeVisible();
  await expect(page.getByText("what you have just sent is done")).toBeVisible();
  const proofUrl = new URL(page.url());
  await look(page, proofUrl.pathname + proofUrl.search, info, "proof-with-form");
  await prove(page, "not-the-password-1");
  await expect(page.getByText("The password is wrong.").first()).toBeVisible();
  await prove(page, PASSWORD);
  await expect(page.getByRole("heading", { name: "Your token" })).toBeVisible();
  await expect(page.getByText(/^fieldstall_pat_[0-9a-f]{64}$/)).toBeVisible();
  expect(await page.content()).not.toContain(PASSWORD);
  await page.goto("/security/tokens");
  await expect(page.getByRole("listitem").filter({ hasText: "My <b>spreadsheet</b>" })).toContainText("Orders (read)");
  await expect.poll(() => mailTo(email, /A token for programs was made/)).toContain("spreadsheet");
});

test("a refusal after the proof leaves the form as it was typed, without the password", async ({ page, request }) => {
  const { email } = await signInAsNewBuyer(page, request);
  await page.goto("/security/tokens");
  fillWithTokens(email);
  await page.getByLabel("What you call it").fill("One too many");
  await page.getByLabel("Orders").selectOption("Read");
  forgetProofOf(email);
  await page.getByRole("button", { name: "Make a token" }).click();
  await prove(page, PASSWORD);
  await expect(page.getByText(/20 tokens/).first()).toBeVisible();
  await expect(page.getByLabel("What you call it")).toHaveValue("One too many");
  expect(await page.content()).not.toContain(PASSWORD);
});

test("an operator's button is pressed once: after the proof it is done", async ({
  page,
  request,
  browser,
  scripts,
}) => {
  const { email } = await signInAsNewBuyer(page, request);
  const operator = await newBuyer(request);
  makeOperator(operator.email);
  const desk = await (await browser.newContext({ javaScriptEnabled: scripts })).newPage();
  await signIn(desk, operator.email, PASSWORD);
  await expect(desk).toHaveURL(/\/operator$/);
  await desk.goto(`/operator/users?q=${encodeURIComponent(email)}`);
  forgetProofOf(operator.email);
  await desk
    .getByRole("button", { name: /^End sessions of Wanda/ })
    .first()
    .click();
  await expect(desk.getByRole("heading", { name: "Is it you?" })).toBeVisible();
  await prove(desk, PASSWORD);
  await expect(desk.getByText("Signed out everywhere.")).toBeVisible();
  await expect(desk).toHaveURL(/\/operator\/users\?q=/);
  await page.goto("/customer");
  await expect(page).toHaveURL(/\/login/);
});
