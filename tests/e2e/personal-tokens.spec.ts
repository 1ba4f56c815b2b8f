import { look, watchConsole } from "./look";
import { mailTo } from "./outbox";
import { expect, signInAsNewBuyer, test } from "./shop";

test("a person makes a token for a program, the program uses it within its scopes, and it is revoked", async ({
  page,
  request,
}, info) => {
  watchConsole(page);
  const { email } = await signInAsNewBuyer(page, request);
  await page.goto("/security");
  await page.getByRole("link", { name: "Tokens for programs" }).click();
  await expect(page).toHaveURL(/\/security\/tokens$/);

  await page.getByLabel("What you call it").fill("My spreadsheet");
  await page.getByRole("button", { name: "Make a token" }).click();
  await expect(page.getByRole("alert")).toContainText("Choose at least one area");
  await expect(page.getByLabel("What you call it")).toHaveValue("My spreadsheet");
  await page.getByLabel("Orders").selectOption("Read");
  await page.getByLabel("It ends after").selectOption("30 days");
  await page.getByRole("button", { name: "Make a token" }).click();

  await expect(page.getByRole("heading", { name: "Your token" })).toBeVisible();
  const token = await page.getByText(/^fieldstall_pat_[0-9a-f]{64}$/).innerText();
  await expect(page.getByText(token)).toBeInViewport();
  if (process.env["PICTURES"]) await page.screenshot({ path: `.test/screens/token-made-${info.project.name}.png` });
  const ask = (path: string) => request.get(`/api/v1${path}`, { headers: { Authorization: `Bearer ${token}` } });
  const [orders, profile] = [await ask("/product/order"), await ask("/user")];
  expect([orders.status(), (await profile.json()).error[0].code]).toEqual([200, "scope_missing"]);
  await expect.poll(() => mailTo(email, /A token for programs was made/)).toContain("My spreadsheet");

  await page.getByRole("link", { name: "I have kept it" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "My spreadsheet" })).toContainText("Orders (read)");
  await expect(page.getByText(/Last used \d/)).toBeVisible();
  expect(await page.content()).not.toContain(token);
  await look(page, "/security/tokens", info);
  await page.getByRole("button", { name: "Revoke My spreadsheet" }).click();
  await expect(page.getByText("The token is revoked.")).toBeVisible();
  expect((await ask("/product/order")).status()).toBe(401);
});
