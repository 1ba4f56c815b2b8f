import { brotliCompressSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { addToCart, expect, hydrated, productsInStock, signInAsNewBuyer, test } from "./shop";

/* What a page of the shop weighs: only what a browser runs counts as script. */

const MOST_BEFORE = 5 * 1024;
/** The checkout checks what is typed. */
const mostAfter = (name: string) => (name === "checkout" ? 142 : 108) * 1024;

// As on a first visit: from the second page on the service worker has the scripts, and nothing comes over the line.
test.use({ serviceWorkers: "block" });

test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, "There are no scripts to weigh.");

/** Bytes of all script files that come over the line from now on. */
async function weighing(page: Page): Promise<() => number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  // As on a first visit.
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: false });
  await devtools.send("Network.clearBrowserCache");
  const heads = new Map<string, number>();
  let bytes = 0;
  devtools.on("Network.responseReceived", ({ requestId, response }) => {
    if (/\.js(\?|$)/.test(new URL(response.url).pathname)) heads.set(requestId, response.encodedDataLength);
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const head = heads.get(requestId);
    if (head !== undefined) bytes += encodedDataLength - head;
  });
  return () => bytes;
}

/** What stands in the page itself and is run: its own data, which comes with the page's text, is none. */
async function inlineBytes(page: Page): Promise<number> {
  const html = await (await page.context().request.get(page.url())).text();
  const code = [...html.matchAll(/<script(?![^>]*(?:\ssrc=|text\/plain|json))[^>]*>([\s\S]*?)<\/script>/g)]
    .map(([, text = ""]) => text.replace(/streamController\.enqueue\("(?:[^"\\]|\\.)*"\)/, ""))
    .join("\n");
  return brotliCompressSync(code).length;
}

for (const name of ["home", "list", "product", "cart", "checkout"]) {
  test(`until somebody touches it, the ${name} loads at most 5 KB of script`, async ({ page, request }) => {
    const [product] = await productsInStock(request);
    const address = {
      home: "/",
      list: "/products",
      product: `/products/${product!._id}`,
      cart: "/shopping_cart",
      checkout: "/checkout",
    }[name]!;
    if (name === "checkout") await signInAsNewBuyer(page, request);
    if (name === "cart" || name === "checkout") await addToCart(page, product!._id);
    // Another document, so that nothing of the one before is still on its way.
    await page.goto("about:blank");
    const weight = await weighing(page);
    await page.goto(address);
    await expect(page).toHaveURL(new RegExp(`${address.replace("?", "\\?")}$`));
    await page.waitForLoadState("networkidle");
    const inline = await inlineBytes(page);
    const before = weight() + inline;
    await hydrated(page);
    await page.waitForLoadState("networkidle");
    const after = weight() + inline;
    console.log(
      `Script, ${name}: ${(before / 1024).toFixed(1)} KB before a touch, ${(after / 1024).toFixed(1)} after.`,
    );
    expect(weight(), "the small script has come").toBeGreaterThan(1024);
    expect(before).toBeLessThanOrEqual(MOST_BEFORE);
    expect(after).toBeLessThanOrEqual(mostAfter(name));
  });
}
