import { brotliCompressSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { isPassedOver } from "../../scripts/gate/sample.mjs";
import { openShop, type OwnShop } from "../matrix/shop-of-its-own";
import { addToCart, DEMO_PASSWORD, expect, scriptsReady, logIn, productsInStock, signInAsNewBuyer, test } from "./shop";

/*
 * The weight of the shop's pages: the scripts that a browser runs, and everything that a first visit loads. A sample
 * visits each page for its weight once, and the home for its scripts, which are the same files everywhere.
 */

const MOST_BEFORE = 5 * 1024;
const MOST_AFTER = 20 * 1024;

// As on a first visit: from the second page on, the service worker has the scripts and nothing is loaded.
test.use({ serviceWorkers: "block" });

test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, "There are no scripts to weigh.");

type Loaded = { url: string; kind: string; bytes: number };

/** Records everything that is loaded from now on, with an empty cache. */
async function loading(page: Page): Promise<Loaded[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: false });
  await devtools.send("Network.clearBrowserCache");
  const heads = new Map<string, Loaded & { head: number }>();
  const loaded: Loaded[] = [];
  devtools.on("Network.responseReceived", ({ requestId, type, response: { url, encodedDataLength } }) => {
    heads.set(requestId, { url, kind: type, bytes: 0, head: encodedDataLength });
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const file = heads.get(requestId);
    if (file && !file.url.startsWith("data:")) loaded.push({ ...file, bytes: encodedDataLength - file.head });
  });
  return loaded;
}

const bytesOf = (loaded: Loaded[], matches: (file: Loaded) => boolean = () => true) =>
  loaded.filter(matches).reduce((sum, { bytes }) => sum + bytes, 0);
const isScript = ({ url }: Loaded) => new URL(url).pathname.endsWith(".js");

/** Returns the compressed bytes of the scripts in the page itself. */
async function inlineBytes(page: Page): Promise<number> {
  const html = await (await page.context().request.get(page.url())).text();
  const code = [...html.matchAll(/<script(?![^>]*(?:\ssrc=|text\/plain|json))[^>]*>([\s\S]*?)<\/script>/g)]
    .map(([, text = ""]) => text)
    .join("\n");
  return brotliCompressSync(code).length;
}

test("a page that is only looked at asks for nothing that the device keeps, and leaves the history alone", async ({
  page,
  request,
}) => {
  await page.addInitScript(() => {
    const storageCalls: string[] = [];
    for (const name of ["localStorage", "sessionStorage"] as const) {
      const storage = window[name];
      Object.defineProperty(window, name, { get: () => (storageCalls.push(name), storage) });
    }
    const replace = history.replaceState.bind(history);
    history.replaceState = (...callArgs) => (storageCalls.push("history"), replace(...callArgs));
    Object.assign(window, { asked: storageCalls });
  });
  const storageCallsOf = () => page.evaluate(() => (window as unknown as { asked: string[] }).asked);
  const [product] = await productsInStock(request);
  for (const address of ["/", "/products", `/products/${product!._id}`]) {
    await page.goto(address);
    await page.waitForLoadState("networkidle");
    expect(await storageCallsOf(), address).toEqual([]);
  }
  // Once scripts have loaded, they do look for drafts.
  await scriptsReady(page);
  await expect.poll(storageCallsOf).toEqual(expect.arrayContaining(["localStorage"]));
});

for (const width of [360, 1280]) {
  test(`the picture that opens the home page is named in its head, and comes once: ${width} pixels`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const paths: string[] = [];
    page.on("request", (request) => paths.push(new URL(request.url()).pathname));
    await page.goto("/");
    await page.waitForLoadState("networkidle");
    const [fontNames, fontsShown] = await page.evaluate(() => {
      const applies = ({ media }: { media: string }) => matchMedia(media).matches;
      const links = [...document.head.querySelectorAll<HTMLLinkElement>("link[rel=preload][as=image]")];
      const source = [...document.querySelectorAll<HTMLSourceElement>("picture:has([fetchpriority]) source")].find(
        applies,
      );
      return [
        links.filter(applies).map(({ imageSrcset, imageSizes }) => [imageSrcset, imageSizes]),
        [source?.srcset, source?.sizes],
      ];
    });
    expect(fontNames).toEqual([fontsShown]);
    expect(paths.filter((path) => path.startsWith("/img/stall"))).toHaveLength(1);
  });
}

for (const name of ["home", "list", "product", "cart", "checkout", "merchant's products"]) {
  const testOf = name !== "home" && isPassedOver(`scripts of the ${name}`) ? test.skip : test;
  testOf(`until somebody touches it, the ${name} loads at most 5 KB of script`, async ({ page, request }) => {
    const [product] = await productsInStock(request);
    const address = {
      home: "/",
      list: "/products",
      product: `/products/${product!._id}`,
      cart: "/shopping_cart",
      checkout: "/checkout",
      "merchant's products": "/merchant/products",
    }[name]!;
    if (name === "checkout") await signInAsNewBuyer(page, request);
    if (name === "merchant's products") await logIn(page, "merchant@example.com", DEMO_PASSWORD, "/login/merchant");
    if (name === "cart" || name === "checkout") await addToCart(page, product!._id);
    // Another document, so that nothing of the earlier page is still on its way.
    await page.goto("about:blank");
    const loaded = await loading(page);
    await page.goto(address);
    await expect(page).toHaveURL(new RegExp(`${address.replace("?", "\\?")}$`));
    await page.waitForLoadState("networkidle");
    const inline = await inlineBytes(page);
    const before = bytesOf(loaded, isScript) + inline;
    await scriptsReady(page);
    await page.waitForLoadState("networkidle");
    const after = bytesOf(loaded, isScript) + inline;
    console.log(`Script, ${name}: ${before} of ${MOST_BEFORE} bytes before a touch, ${after} of ${MOST_AFTER} after.`);
    expect(bytesOf(loaded, isScript), "the small script has come").toBeGreaterThan(1024);
    expect(before).toBeLessThanOrEqual(MOST_BEFORE);
    expect(after).toBeLessThanOrEqual(MOST_AFTER);
  });
}

/** A phone of 360 pixels with two dots per pixel, with and without the Save-Data header. */
test.describe("on a shop that nobody has changed", () => {
  // Other journeys put goods without pictures on sale, so this shop is separate.
  let shop: Promise<OwnShop> | undefined;
  test.describe.configure({ mode: "default" });
  test.afterAll(async () => (await shop)?.close());

  // KB of everything, of everything with Save-Data, and of the page's own text before compression.
  for (const [name, mostBytes, mostSparing, mostText] of [
    ["home", 68, 48, 28],
    ["list", 47, 32, 34],
    ["product", 39, 26, 25],
  ] as const)
    for (const [wish, headers, limit] of [
      ["", {}, mostBytes],
      [", sparing data,", { "Save-Data": "on" }, mostSparing],
    ] as const) {
      const testOf = wish && isPassedOver(`weight of the ${name}${wish}`) ? test.skip : test;
      testOf(`the first visit to the ${name}${wish} takes at most ${limit} KB`, async ({ browser }) => {
        test.slow();
        const { url } = await (shop ??= openShop());
        const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 };
        const context = await browser.newContext({
          ...phone,
          baseURL: url,
          serviceWorkers: "block",
          extraHTTPHeaders: headers,
        });
        const [product] = await productsInStock(context.request);
        const page = await context.newPage();
        const loaded = await loading(page);
        await page.goto({ home: "/", list: "/products", product: `/products/${product!._id}` }[name]);
        // As far down as people go.
        for (const picture of await page.locator("main img:visible").all()) await picture.scrollIntoViewIfNeeded();
        const isFontShown = () =>
          page
            .locator("main img:visible")
            .evaluateAll((all: HTMLImageElement[]) => all.every((one) => one.complete && one.naturalWidth > 0));
        await expect.poll(isFontShown).toBe(true);
        await page.waitForLoadState("networkidle");
        const kilobytes = (matches?: (file: Loaded) => boolean) => bytesOf(loaded, matches) / 1024;
        const pictures = loaded.filter(({ kind }) => kind === "Image");
        console.log(`First visit, ${name}${wish}: ${kilobytes().toFixed(1)} KB, ${pictures.length} pictures.`);
        expect(pictures.length).toBeGreaterThan(4);
        expect(kilobytes()).toBeLessThanOrEqual(limit);
        const html = await (await context.request.get(page.url())).text();
        // The styles in the page are measured separately, as if they were in a sheet.
        const styles = [...html.matchAll(/<style[^>]*>([^]*?)<\/style>/g)].map(([, css = ""]) => css).join("");
        const text = Buffer.byteLength(html) - Buffer.byteLength(styles);
        const carriedKilobytes = brotliCompressSync(styles).length / 1024;
        console.log(
          `The ${name}'s text: ${(text / 1024).toFixed(1)} KB, and styles of ${carriedKilobytes.toFixed(1)} KB.`,
        );
        expect(text / 1024).toBeLessThanOrEqual(mostText);
        expect(kilobytes(({ kind }) => kind === "Stylesheet")).toBe(0);
        expect(carriedKilobytes).toBeLessThanOrEqual(5);
        // Without pictures that are large on purpose: the stall, and the first picture of a page.
        const small = pictures.filter(({ url }) => /\/media\/.+\/[1-4]\d\d\./.test(url));
        for (const { url, bytes } of small) expect(bytes, url).toBeLessThanOrEqual(6 * 1024);
        await context.close();
      });
    }
});
