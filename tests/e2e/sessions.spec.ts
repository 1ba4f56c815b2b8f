import { look } from "./look";
import { expect, PASSWORD, signIn, signInAsNewBuyer, test } from "./shop";

test("a person sees where they are signed in, ends one, and ends all others", async ({
  page,
  request,
  browser,
  scripts,
}, info) => {
  const { email } = await signInAsNewBuyer(page, request);
  const signInElsewhere = async (userAgent: string) => {
    const secondPage = await (await browser.newContext({ javaScriptEnabled: scripts, userAgent })).newPage();
    await signIn(secondPage, email, PASSWORD);
    await expect(secondPage).toHaveURL(/\d\/customer$/);
    return secondPage;
  };
  const phone = await signInElsewhere("Mozilla/5.0 (Android 10; Mobile; rv:120.0) Gecko/120.0 Firefox/120.0");
  const iphone = await signInElsewhere(
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Safari/604.1",
  );
  await page.goto("/customer/account_settings");
  await page.getByRole("link", { name: "Where you are signed in" }).click();
  await expect(page).toHaveURL(/\/sessions$/);
  await look(page, "/sessions", info);
  await expect(page.getByText("This one")).toHaveCount(1);
  await page.getByRole("button", { name: /^End Firefox on Android/ }).click();
  await expect(page.getByText("That session has ended.")).toBeVisible();
  await phone.goto("/customer");
  await expect(phone).toHaveURL(/\/login\/customer/);
  await iphone.goto("/customer");
  await expect(iphone).toHaveURL(/\d\/customer$/);
  await page.getByRole("button", { name: "End all others" }).click();
  await expect(page.getByText("Every other session has ended.")).toBeVisible();
  await iphone.goto("/customer");
  await expect(iphone).toHaveURL(/\/login\/customer/);
  await page.goto("/customer");
  await expect(page).toHaveURL(/\d\/customer$/);
});

test("a visitor who asks for the list signs in first", async ({ page }) => {
  await page.goto("/sessions");
  await expect(page).toHaveURL(/\/login\?redirect_uri=%2Fsessions$/);
});

test("who has found a hole finds whom to tell", async ({ request }) => {
  const answer = await request.get("/.well-known/security.txt");
  expect([answer.status(), answer.headers()["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(await answer.text()).toMatch(
    /^Contact: mailto:\S+@\S+\nExpires: \d{4}-\d{2}-\d{2}T\S+Z\n.*\nCanonical: \S+\/\.well-known\/security\.txt\n$/,
  );
});
