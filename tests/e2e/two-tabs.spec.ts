import type { Page } from "@playwright/test";
import { lookAtPage, watchConsole } from "./look";
import { DEMO_PASSWORD, expect, signInAsNewBuyer, test } from "./shop";
import { call, onSale, signInAsNewMerchant, signInAsOperator, tokenOf } from "./stall";

/* A record that is open in two tabs. Both keep their changes. Where both changed the same field, a person chooses. */

test.beforeEach(({ page }) => watchConsole(page));

const HAS_SAVED = "Somebody else has saved this since you opened it.";

/** Opens the address in this tab and in another one before either is saved. */
async function inTwoTabs(page: Page, path: string): Promise<[Page, Page]> {
  const otherTab = await page.context().newPage();
  watchConsole(otherTab);
  await page.goto(path);
  await otherTab.goto(path);
  return [page, otherTab];
}

/** Chooses one of the two values of a field, and saves again. */
async function choose(page: Page, field: string, value: string, save: string): Promise<void> {
  const fieldset = page.getByRole("group", { name: field, exact: true });
  await fieldset.getByLabel(value).check();
  await page.locator("form").filter({ has: fieldset }).getByRole("button", { name: save }).click();
}

test("a price that is set in one tab stays when a barcode is corrected in the other, and of two prices one is chosen", async ({
  page,
  request,
}, info) => {
  test.slow();
  const stall = await signInAsNewMerchant(page, request);
  const id = await onSale(request, stall, `Tabbed pears ${Date.now()}`);
  const path = `/merchant/products/${id}/edit`;
  const [price, barcode] = [(tab: Page) => tab.getByLabel("Price"), (tab: Page) => tab.getByLabel("Barcode")];
  const save = async (tab: Page) => tab.getByRole("button", { name: "Save Product" }).click();
  const storedProduct = async () =>
    (
      await call<{ data: { amount: number; barcode: string } }>(
        request,
        stall.token,
        "GET",
        `/product/manage-product/${id}`,
      )
    ).data;

  const [one, otherTab] = await inTwoTabs(page, path);
  await price(one).fill("3.50");
  await save(one);
  await expect(one.getByText("Product Updated Successfully")).toBeVisible();
  await barcode(otherTab).fill("2900000000024");
  await save(otherTab);
  await expect(otherTab.getByText("Product Updated Successfully")).toBeVisible();
  expect(await storedProduct()).toMatchObject({ amount: 3.5, barcode: "2900000000024" });

  for (const [choice, first, second, amount] of [
    ["You typed: 5.00", "4.00", "5.00", 5],
    ["Saved since: 6.00", "6.00", "7.00", 6],
  ] as const) {
    await one.goto(path);
    await otherTab.goto(path);
    await price(one).fill(first);
    await save(one);
    await expect(one.getByText("Product Updated Successfully")).toBeVisible();
    await price(otherTab).fill(second);
    await save(otherTab);
    await expect(otherTab.getByText(HAS_SAVED).first()).toBeVisible();
    await lookAtPage(otherTab, "two tabs of a product", info);
    expect((await storedProduct()).amount).toBe(Number(first));
    await choose(otherTab, "Price", choice, "Save Product");
    await expect(otherTab.getByText("Product Updated Successfully")).toBeVisible();
    expect((await storedProduct()).amount).toBe(amount);
  }
});

test("a crate that two people count is what they counted, and of two counts one is chosen", async ({
  page,
  request,
}, info) => {
  const stall = await signInAsNewMerchant(page, request);
  const title = `Counted pears ${Date.now()}`;
  const id = await onSale(request, stall, title, { quantity: 44 });
  const stock = async () =>
    (await call<{ data: { quantity: number } }>(request, stall.token, "GET", `/product/manage-product/${id}`)).data
      .quantity;
  const path = `/merchant/products/stock?q=${encodeURIComponent(title)}`;
  const count = async (tab: Page, figure: string) => {
    await tab.getByLabel(`In stock of ${title}`).fill(figure);
    await tab.getByRole("button", { name: "Save the stock" }).click();
  };

  const [one, otherTab] = await inTwoTabs(page, path);
  await count(one, "34");
  await expect(one.getByText("1 product changed")).toBeVisible();
  await count(otherTab, "34");
  await expect(otherTab.getByRole("alert")).toHaveCount(0);
  await expect(otherTab.getByLabel(`In stock of ${title}`)).toHaveValue("34");
  expect(await stock()).toBe(34);

  for (const [choice, first, second, pieces] of [
    ["You typed: 30", "31", "30", 30],
    ["Saved since: 29", "29", "28", 29],
  ] as const) {
    await one.goto(path);
    await otherTab.goto(path);
    await count(one, first);
    await expect(one.getByText("1 product changed")).toBeVisible();
    await count(otherTab, second);
    await expect(otherTab.getByRole("heading", { name: "Counted twice" })).toBeVisible();
    await lookAtPage(otherTab, "two counts", info);
    expect(await stock()).toBe(Number(first));
    await choose(otherTab, title, choice, "Save the choice");
    await expect(otherTab.getByRole("heading", { name: "Counted twice" })).toHaveCount(0);
    expect(await stock()).toBe(pieces);
  }
});

test("a buyer's address that is open in two tabs keeps the city of one and the street of the other", async ({
  page,
  request,
}, info) => {
  await signInAsNewBuyer(page, request);
  const [one, otherTab] = await inTwoTabs(page, "/customer/account_settings");
  const save = (tab: Page) => tab.locator("#billing").getByRole("button", { name: "Save Changes" }).click();
  const DONE = "Billing Information Updated Successfully";
  await one.getByLabel("City").fill("Burlington");
  await save(one);
  await expect(one.getByText(DONE)).toBeVisible();
  await otherTab.getByLabel("Street address").fill("12 Orchard Row");
  await save(otherTab);
  await expect(otherTab.getByText(DONE)).toBeVisible();
  await expect(otherTab.getByLabel("City")).toHaveValue("Burlington");

  await otherTab.getByLabel("City").fill("Winooski");
  await save(otherTab);
  await expect(otherTab.getByText(DONE)).toBeVisible();
  await one.getByLabel("City").fill("Shelburne");
  await save(one);
  await expect(one.getByText(HAS_SAVED).first()).toBeVisible();
  await lookAtPage(one, "two tabs of an address", info);
  await choose(one, "City", "You typed: Shelburne", "Save Changes");
  await expect(one.getByText(DONE)).toBeVisible();
  await expect(one.getByLabel("City")).toHaveValue("Shelburne");
  await expect(one.getByLabel("Street address")).toHaveValue("12 Orchard Row");
});

test("a stall's hours and a webhook's address that two tabs changed are asked about", async ({
  page,
  request,
}, info) => {
  const stall = await signInAsNewMerchant(page, request);
  const [one, otherTab] = await inTwoTabs(page, "/merchant/account_settings");
  const saveStall = (tab: Page) => tab.getByRole("button", { name: "Save the stall" }).click();
  await one.getByLabel("Opening hours").fill("Saturday 8 to 12\nSunday 9 to 11");
  await saveStall(one);
  await expect(one.getByText("Your stall is saved")).toBeVisible();
  await otherTab.getByLabel("Opening hours").fill("Friday 14 to 18");
  await otherTab.getByLabel(/^Place/).fill("Under the clock");
  await saveStall(otherTab);
  await expect(otherTab.getByText(HAS_SAVED).first()).toBeVisible();
  await lookAtPage(otherTab, "two tabs of a stall", info);
  await choose(otherTab, "Opening hours", "Saved since: Saturday", "Save the stall");
  await expect(otherTab.getByText("Your stall is saved")).toBeVisible();
  await expect(otherTab.getByLabel("Opening hours")).toHaveValue(/^Saturday/);
  await expect(otherTab.getByLabel(/^Place/)).toHaveValue("Under the clock");

  const { data } = await call<{ data: { _id: string } }>(request, stall.token, "POST", "/merchant/webhooks", {
    url: "http://localhost:9/hook",
    events: ["order.placed"],
  });
  const path = `/merchant/account_settings/webhooks/${data._id}`;
  await one.goto(path);
  await otherTab.goto(path);
  const saveHook = (tab: Page) => tab.getByRole("button", { name: "Save", exact: true }).click();
  await one.getByLabel("Address", { exact: true }).fill("http://localhost:9/orders");
  await saveHook(one);
  await expect(one.getByText("The webhook is saved.")).toBeVisible();
  await otherTab.getByLabel("Address", { exact: true }).fill("http://localhost:9/sales");
  await saveHook(otherTab);
  await expect(otherTab.getByText(HAS_SAVED).first()).toBeVisible();
  await lookAtPage(otherTab, "two tabs of a webhook", info);
  await choose(otherTab, "Address", "You typed", "Save");
  await expect(otherTab.getByText("The webhook is saved.")).toBeVisible();
  await expect(otherTab.getByLabel("Address", { exact: true })).toHaveValue("http://localhost:9/sales");
});

test("a category whose title two operators changed is asked about", async ({ page, request }, info) => {
  await signInAsOperator(page);
  const token = await tokenOf(request, "operator@example.com", DEMO_PASSWORD);
  const title = `Mosses ${Date.now()}`;
  const createAnswer = await request.post("/api/v1/operator/categories", {
    multipart: { title, tint: "leafy" },
    headers: { Authorization: token },
  });
  expect(createAnswer.status()).toBe(201);
  const { _id } = ((await createAnswer.json()) as { data: { _id: string } }).data;
  try {
    const [one, otherTab] = await inTwoTabs(page, `/operator/categories/${_id}`);
    const save = (tab: Page) => tab.getByRole("button", { name: "Save", exact: true }).click();
    await one.getByLabel("Ground").selectOption("Plum");
    await save(one);
    await expect(one.getByText(`${title} is saved.`)).toBeVisible();
    await otherTab.getByLabel("Ground").selectOption("Clay");
    await save(otherTab);
    await expect(otherTab.getByText(HAS_SAVED).first()).toBeVisible();
    await lookAtPage(otherTab, "two tabs of a category", info);
    await choose(otherTab, "Ground", "Saved since: Plum", "Save");
    await expect(otherTab.getByText(`${title} is saved.`)).toBeVisible();
  } finally {
    const removed = await request.delete(`/api/v1/operator/categories/${_id}`, { headers: { Authorization: token } });
    expect(removed.ok()).toBe(true);
  }
});
