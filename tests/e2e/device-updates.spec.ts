import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { root } from "../processes/shop-process";
import { openShop, type OwnShop } from "../matrix/shop-of-its-own";
import { expect, productsInStock, scriptsReady, test } from "./shop";

test.use({ serviceWorkers: "allow" });

/* Copies that a device keeps while the shop changes: another build, or no service worker any more. */

test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, "Without scripts there is no service worker.");
test.describe.configure({ mode: "serial" });

let shop: OwnShop;
let next: string;

test.beforeAll(async () => {
  shop = await openShop(path.join(root, ".test/e2e-data"));
  next = nextBuild();
});
test.afterAll(async () => {
  await shop.close();
  rmSync(next, { recursive: true, force: true });
});

/** Makes the same build with other file names, as the next deployment would have them. The old files are gone. */
function nextBuild(): string {
  const folder = mkdtempSync(path.join(root, ".test/next-build-"));
  cpSync(path.join(root, "build"), folder, { recursive: true });
  const [client, server] = ["client/assets", "server/assets"].map((subfolder) => path.join(folder, subfolder)) as [
    string,
    string,
  ];
  const manifests = readdirSync(client).filter((name) => name.startsWith("manifest-"));
  const version = /^manifest-(\w+)/.exec(manifests[0]!)![1]!;
  const renamed = (text: string) => text.replaceAll(version, "0next000");
  for (const name of manifests) {
    const file = path.join(client, name);
    if (name.endsWith(".js")) writeFileSync(path.join(client, renamed(name)), renamed(readFileSync(file, "utf8")));
    rmSync(file);
  }
  for (const name of readdirSync(server).filter((file) => file.endsWith(".js"))) {
    const file = path.join(server, name);
    writeFileSync(file, renamed(readFileSync(file, "utf8")));
  }
  return folder;
}

const workers = (page: Page) => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);

async function used(page: Page, at: string): Promise<void> {
  await page.goto(at);
  await page.getByRole("heading", { level: 1 }).click();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 50));
  });
}

test("a page of the build before leaves for the document of the new one, and works", async ({ page, request }) => {
  // The newest product of the list may be one that another journey has sold out.
  const [product] = await productsInStock(request);
  await used(page, `${shop.url}/products?q=${encodeURIComponent(product!.title)}`);
  await scriptsReady(page);
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  await page.evaluate(() => {
    document.documentElement.dataset["before"] = "yes";
  });
  await shop.restart({ build: next });
  await page.getByRole("main").getByRole("link", { name: product!.title, exact: true }).first().click();
  await expect(page.getByRole("button", { name: "Add to Cart", exact: true })).toBeVisible();
  // It is a new document, so nothing of the earlier page is left.
  await expect(page.locator("html[data-before]")).toHaveCount(0);
  await page.getByRole("button", { name: "Add to Cart", exact: true }).click();
  await expect(page.getByRole("link", { name: /Cart, 1 product/ })).toBeVisible();
  expect(errors).toEqual([]);
  await shop.restart();
});

test("a page kept by the build before opens without a line, whole, after the shop has changed", async ({
  page,
  context,
}) => {
  await used(page, `${shop.url}/products`);
  await page.waitForLoadState("networkidle");
  await shop.restart({ build: next });
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(/As seen at/)).toBeVisible();
  const plain = await page.evaluate(() => getComputedStyle(document.body).fontFamily);
  expect(plain).not.toMatch(/^(serif|"?Times)/);
  await context.setOffline(false);
  await shop.restart();
});

test("a service worker that is switched off throws away what it kept, and itself", async ({ page }) => {
  await used(page, `${shop.url}/products`);
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBeGreaterThan(0);
  expect(await workers(page)).toBe(1);
  await shop.restart({ env: { SERVICE_WORKER: "off" } });
  await page.goto(`${shop.url}/about`);
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await expect.poll(() => workers(page)).toBe(0);
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(0);
  await shop.restart();
});
