import type { Page } from "@playwright/test";
import { expect, hydrated, productsInStock, test } from "./shop";

/* A first visit's page carries what it uses of its styles: nobody sees that it is not all. */

/**
 * How everything on the page looks, what is drawn before and after it too, is kept in the page; answers what looks other
 * than at the call before.
 */
const changedLooks = (page: Page) =>
  page.locator("body").evaluate((body: HTMLElement) => {
    // Laid out anew: some of Chromium's margins are left over from when only half of the page was there.
    body.hidden = true;
    body.getBoundingClientRect();
    body.hidden = false;
    const looks = [...body.querySelectorAll("*")].flatMap((one) =>
      ["", "::before", "::after"].flatMap((part) => {
        const style = getComputedStyle(one, part);
        if (part && style.content === "none") return [];
        return [...style].map(
          (name) => `${one.tagName} ${one.getAttribute("class")} ${part} ${name}: ${style.getPropertyValue(name)}`,
        );
      }),
    );
    const kept = window as { looks?: string[] };
    const before = kept.looks ?? looks;
    kept.looks = looks;
    return looks.length === before.length
      ? looks.flatMap((look, n) => (look === before[n] ? [] : [[before[n], look]]))
      : `${before.length} values before, ${looks.length} now`;
  });

/** The sheets are linked in the place of what is carried, which stays until they are read. */
async function linkWhole(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const style of document.querySelectorAll<HTMLElement>("style[data-href]")) {
      const link = document.createElement("link");
      link.rel = "stylesheet";
      link.href = style.dataset["href"]!;
      style.replaceWith(link);
      document.head.append(style);
    }
  });
  const unread = () =>
    page
      .locator("link[rel=stylesheet]")
      .evaluateAll((all: HTMLLinkElement[]) => all.filter((one) => !one.sheet).length);
  await expect.poll(unread).toBe(0);
  await page.locator("style[data-href]").evaluateAll((all) => all.forEach((one) => one.remove()));
}

test("the first page looks as it does with its whole style sheets", async ({ page, request, javaScriptEnabled }) => {
  test.slow();
  const [product] = await productsInStock(request);
  for (const [address, width] of [
    ["/", 360],
    ["/", 1280],
    ["/products?q=apple", 1280],
    [`/products/${product!._id}`, 360],
    ["/login", 360],
    ["/shopping_cart", 360],
  ] as const) {
    await page.context().clearCookies();
    await page.setViewportSize({ width, height: 740 });
    const sheets: string[] = [];
    page.on("request", (asked) => sheets.push(...(asked.resourceType() === "stylesheet" ? [asked.url()] : [])));
    await page.goto(address);
    await page.waitForLoadState("networkidle");
    expect(sheets, address).toEqual([]);
    await changedLooks(page);
    await linkWhole(page);
    expect(await changedLooks(page), address).toEqual([]);
  }
  if (javaScriptEnabled === false) return;
  // React takes over a page that links them, as it knows it.
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(...(message.type() === "error" ? [message.text()] : [])));
  await page.context().clearCookies();
  await page.goto("/products");
  await hydrated(page);
  await expect(page.locator("style[data-href]")).toHaveCount(0);
  expect(await page.locator("link[rel=stylesheet]").count()).toBeGreaterThan(1);
  expect(complaints).toEqual([]);
});

test("from the second page on, for who has cookies, the sheets are linked", async ({ page, request }) => {
  const [product] = await productsInStock(request);
  await page.goto(`/products/${product!._id}`);
  await page.getByRole("button", { name: "Add to Cart", exact: true }).first().click();
  await expect(page.getByRole("link", { name: /Shopping Cart, 1/ })).toBeVisible();
  await page.goto("/products");
  expect(await page.locator("style[data-href]").count()).toBe(0);
  expect(await page.locator("link[rel=stylesheet]").count()).toBeGreaterThan(1);
});
