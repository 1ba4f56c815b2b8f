import type { BrowserContext, Page } from "@playwright/test";
import { UNTIL_MENDED } from "../fixtures/bad-line";
import { test } from "./broken-line";
import { addToCart, DEMO_PASSWORD, expect, scriptsReady, productsInStock, signIn, signInAsNewBuyer } from "./shop";

test.use({ serviceWorkers: "allow" });

/* The shop without a connection: pages that were seen open from the device, other pages say what is wrong. */

test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, "Without scripts there is no service worker.");

const AS_SEEN = /As seen at \d\d:\d\d\. There is no connection now\./;
const NO_LINE_TO_READ = "No connection. What you asked for comes when the line is back.";

/** Opens a page and uses it until the service worker keeps the pages that are seen. */
async function used(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).click();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 50));
  });
}

/** Returns the addresses of everything kept on the device, without styles and scripts. */
const keptPages = (page: Page) =>
  page.evaluate(async () => {
    const cachedAddresses: string[] = [];
    for (const name of await caches.keys()) {
      if (/-(assets|offline|viewer)-/.test(name)) continue;
      for (const { url } of await (await caches.open(name)).keys())
        cachedAddresses.push(new URL(url).pathname + new URL(url).search);
    }
    return cachedAddresses;
  });

const untilKept = (page: Page, path: string) => expect.poll(() => keptPages(page)).toContain(path);

/** Returns the words that occur in the browser's storage for the shop: caches, databases, local and session storage. */
const keptOf = (page: Page, ...words: string[]) =>
  page.evaluate(async (phrases) => {
    let all = JSON.stringify(localStorage) + JSON.stringify(sessionStorage);
    for (const name of await caches.keys()) {
      if (name.includes("-assets-")) continue;
      const cache = await caches.open(name);
      for (const request of await cache.keys()) all += `${request.url} ${await (await cache.match(request))?.text()}`;
    }
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.addEventListener("success", () => resolve(opening.result));
        opening.addEventListener("error", () => reject(opening.error!));
      });
      for (const store of database.objectStoreNames) {
        const rows = database.transaction(store).objectStore(store).getAll();
        all += JSON.stringify(
          await new Promise((resolve) => rows.addEventListener("success", () => resolve(rows.result))),
        );
      }
      database.close();
    }
    return phrases.filter((word) => all.includes(word));
  }, words);

const brokenPictures = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("main img")]
      .filter((picture) => {
        const { top, bottom } = picture.getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      })
      .filter((picture) => (picture as HTMLImageElement).complete && (picture as HTMLImageElement).naturalWidth === 0)
      .map((picture) => (picture as HTMLImageElement).currentSrc),
  );

/** Walks through the shop with products of the demo. Returns the addresses of all pages seen. */
async function walk(page: Page): Promise<string[]> {
  const goods = (await productsInStock(page.request)).slice(0, 3);
  await used(page, "/");
  await untilKept(page, "/");
  const visitedPaths = ["/products", ...goods.map(({ _id }) => `/products/${_id}`)];
  for (const path of visitedPaths) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    await untilKept(page, path);
  }
  await addToCart(page, goods[0]!._id);
  await page.goto("/shopping_cart");
  await page.waitForLoadState("networkidle");
  await untilKept(page, "/shopping_cart");
  return ["/", ...visitedPaths, "/shopping_cart"];
}

test("home, list, three products and the cart, once seen, open without a line, with their pictures, and say of when they are", async ({
  page,
  line,
}) => {
  const visitedPaths = await walk(page);
  line.cut();
  for (const path of visitedPaths) {
    await page.goto(path);
    await expect(page.getByText(AS_SEEN)).toBeVisible();
    await page.waitForLoadState("networkidle");
    expect([path, await brokenPictures(page)]).toEqual([path, []]);
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).not.toBe("rgba(0, 0, 0, 0)");
  }
  await expect(page.getByRole("heading", { level: 1, name: "Shopping Cart" })).toBeVisible();
  await expect(page.getByRole("spinbutton")).toHaveValue("1");
  // Links also open kept pages.
  await page.getByRole("banner").getByRole("link", { name: "Shop", exact: true }).click();
  await expect(page).toHaveURL(/\/products$/);
  await expect(page.getByText(AS_SEEN)).toBeVisible();

  // A page that was not seen says why it cannot be shown, and what can be opened.
  await page.goto("/faqs");
  await expect(page.getByRole("heading", { level: 1, name: "No connection" })).toBeVisible();
  await expect(page.getByText("This page is not on your device")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Shopping Cart" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Shopping Cart" })).toBeVisible();

  await page.goto("/faqs");
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByText(NO_LINE_TO_READ)).toBeVisible();
  // The page continues by itself.
  line.mend();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("No connection");
  await expect(page).toHaveURL(/\/faqs$/);
  await page.goto("/");
  await expect(page.getByText(/There is no connection now/)).toBeHidden();
});

test("pages that were seen open from the device when somebody goes from one to the next, others wait for the line", async ({
  page,
  line,
}) => {
  const [first] = await productsInStock(page.request);
  await used(page, `/products/${first!._id}`);
  await page.getByRole("banner").getByRole("link", { name: "Shop", exact: true }).click();
  await expect(page).toHaveURL(/\/products$/);
  await untilKept(page, "/products");
  line.cut();
  await page.goto(`/products/${first!._id}`);
  await expect(page).toHaveURL(new RegExp(first!._id));
  await expect(page.getByText(AS_SEEN)).toBeVisible();
  await page.getByRole("banner").getByRole("link", { name: "Shop", exact: true }).click();
  await expect(page).toHaveURL(/\/products$/);
  await expect(page.getByText(AS_SEEN)).toBeVisible();
  await page.getByRole("banner").getByRole("link", { name: "About" }).click();
  await expect(page.getByText(NO_LINE_TO_READ)).toBeVisible();
  await expect(page).toHaveURL(/\/products$/);
  line.mend();
  await expect(page).toHaveURL(/\/about$/);
  await expect(page.getByText(/There is no connection now/)).toBeHidden();
});

test("what a form has changed within the page is what the device shows later", async ({ page, line }) => {
  // The worker is started first, because a press that opens the next page can interrupt its start.
  await used(page, "/about");
  const [product] = await productsInStock(page.request);
  await addToCart(page, product!._id);
  await page.goto("/shopping_cart");
  await scriptsReady(page);
  await page.getByRole("button", { name: `One more: ${product!.title}` }).click();
  // Exact, because the price per kilo equals that of two halves.
  await expect(page.getByText(`$${(product!.amount * 2).toFixed(2)}`, { exact: true }).first()).toBeVisible();
  await untilKept(page, "/shopping_cart");
  await page.waitForLoadState("networkidle");
  line.cut();
  await page.goto("/shopping_cart");
  await expect(page.getByText(AS_SEEN)).toBeVisible();
  await expect(page.getByLabel(`Quantity of ${product!.title}`)).toHaveValue("2");
});

test("a line that is there but does not answer shows the page that was seen, after some seconds", async ({
  page,
  line,
}) => {
  await used(page, "/about");
  await untilKept(page, "/about");
  line.spoil("GET /about", { kind: "answer late", seconds: 30 }, UNTIL_MENDED);
  await page.goto("/about");
  await expect(page.getByText(AS_SEEN)).toBeVisible();
});

test("a line that drops again right after a form went through does not bring the page of before it", async ({
  page,
  line,
}) => {
  await used(page, "/about");
  await untilKept(page, "/about");
  await page.evaluate(() => fetch("/lists", { method: "POST" }));
  line.cut();
  setTimeout(() => line.mend(), 400);
  await page.goto("/about");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText(AS_SEEN)).toBeHidden();
});

// The response to the press may take longer than the worker remembers a form that it saw.
for (const seconds of [0, 11])
  test(`a line removed by a press that is answered after ${seconds} seconds never comes back, though the cart comes late`, async ({
    page,
    line,
  }) => {
    const goods = (await productsInStock(page.request)).slice(0, 2);
    for (const { _id } of goods) await addToCart(page, _id);
    await used(page, "/shopping_cart");
    await scriptsReady(page);
    const quantity = page.getByLabel(`Quantity of ${goods[0]!.title}`);
    await quantity.fill("2");
    // The page after this change becomes the device's copy of the cart.
    await expect.poll(async () => (await keptPages(page)).join(" ")).toContain("/shopping_cart");
    await page.waitForLoadState("networkidle");
    line.spoil("POST /shopping_cart", { kind: "answer late", seconds });
    line.spoil("GET /shopping_cart", { kind: "answer late", seconds: 7.5 });
    const cartResponse = page.waitForResponse(
      (answer) => answer.request().method() === "GET" && answer.url().includes("/shopping_cart"),
    );
    await page.getByRole("button", { name: `Remove ${goods[1]!.title}` }).click();
    expect((await cartResponse).headers()["x-seen-at"]).toBeUndefined();
    await expect(page.getByText(/As seen/)).toBeHidden();
    await expect(page.getByLabel(`Quantity of ${goods[1]!.title}`)).toHaveCount(0);
  });

test("a late page is waited for right after a form, until the device has it as it was asked for after that", async ({
  page,
  line,
}) => {
  await used(page, "/about");
  await untilKept(page, "/about");
  const delayAnswer = () => line.spoil("GET /about", { kind: "answer late", seconds: 7.5 });
  await page.evaluate(() => fetch("/lists", { method: "POST" }));
  delayAnswer();
  await page.goto("/about");
  await expect(page.getByText(/As seen/)).toBeHidden();
  await page.evaluate(() => fetch("/lists", { method: "POST" }));
  await page.goto("/about");
  await expect(page.getByText(/As seen/)).toBeHidden();
  await page.waitForLoadState("networkidle");
  delayAnswer();
  await page.goto("/about");
  await expect(page.getByText(AS_SEEN)).toBeVisible();
});

test("a page that alone does not come is asked for less and less often, and at once by a press", async ({
  page,
  line,
}) => {
  await used(page, "/about");
  line.spoil("GET /developers", { kind: "answered", status: 504 }, UNTIL_MENDED);
  const requestCount = () => line.seen.filter((request) => request === "GET /developers").length;
  await page.goto("/developers");
  await expect(page.getByRole("heading", { level: 1, name: "No connection" })).toBeVisible();
  await page.waitForTimeout(12_000);
  // Requests at once and after 1, 3 and 7 seconds. A slow machine sends fewer.
  expect(requestCount()).toBeLessThan(6);
  await expect.poll(requestCount).toBeGreaterThan(2);
  const before = requestCount();
  await page.getByRole("link", { name: "Try again" }).click();
  await expect.poll(requestCount).toBeGreaterThan(before);
  line.mend();
  await expect(page.getByRole("heading", { level: 1, name: "No connection" })).toBeHidden();
  // At the next visit the pauses are short again.
  line.spoil("GET /developers", { kind: "answered", status: 504 }, UNTIL_MENDED);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "No connection" })).toBeVisible();
  line.mend();
  await expect(page.getByRole("heading", { level: 1, name: "No connection" })).toBeHidden();
});

test("a page that the server answers is shown while the device's memory of pages does not answer", async ({
  page,
  context,
}) => {
  await used(page, "/");
  await untilKept(page, "/");
  // As while everything is being cleared because of a logout in another tab.
  const [worker] = context.serviceWorkers();
  await worker!.evaluate(() => {
    const match = caches.match.bind(caches);
    caches.match = (request, options) =>
      options?.cacheName?.includes("-pages-") ? new Promise(() => undefined) : match(request, options);
  });
  for (const path of ["/products", "/"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
});

test("on a good line a page is never the one of before", async ({ page, line }) => {
  await used(page, "/about");
  await untilKept(page, "/about");
  const requestCount = () => line.seen.filter((request) => request === "GET /about").length;
  const before = requestCount();
  await page.goto("/about");
  await expect(page.getByText(/As seen/)).toBeHidden();
  expect(requestCount()).toBe(before + 1);
});

/** Opens pages as a buyer who then leaves the phone to another person. */
async function leaveTraces(page: Page): Promise<{ word: string; account: string; product: string }> {
  const { email } = await signInAsNewBuyer(page, page.request);
  const [product] = await productsInStock(page.request);
  await used(page, "/customer");
  await page.goto(`/products/${product!._id}`);
  await untilKept(page, `/products/${product!._id}`);
  await addToCart(page, product!._id);
  await page.goto("/shopping_cart");
  await untilKept(page, "/shopping_cart");
  const account = await page.locator("input[name=_account]").first().inputValue();
  await page.goto("/customer/account_settings");
  await page.goto("/checkout");
  expect(await keptOf(page, account, product!._id)).toEqual([account, product!._id]);
  return { word: email, account, product: product!._id };
}

test("what only an account can see is never kept, nor is what was posted, nor an address that opens something", async ({
  page,
}) => {
  const { word } = await leaveTraces(page);
  await page.goto("/security");
  await page.goto("/contact?kept=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef");
  await page.waitForLoadState("networkidle");
  const cachedPages = await keptPages(page);
  expect(
    cachedPages.filter((path) => /^\/(customer|checkout|security|login|signup|lists|contact|api|healthz)/.test(path)),
  ).toEqual([]);
  expect(await keptOf(page, word)).toEqual([]);
});

const waysToLeave: Record<string, (page: Page, context: BrowserContext) => Promise<void>> = {
  "logging out": async (page) => {
    await page.goto("/customer");
    await page.getByRole("button", { name: "Logout" }).first().click();
    await expect(page.getByText("You are signed out.")).toBeVisible();
  },
  "logging out in place": async (page) => {
    await page.goto("/customer");
    await scriptsReady(page);
    await page.getByRole("button", { name: "Logout" }).first().click();
    await expect(page.getByText("You are signed out.")).toBeVisible();
  },
  "a session that ended elsewhere": async (page) => {
    const cookie = (await page.context().cookies()).find(({ name }) => name === "authToken")!;
    const origin = new URL(page.url()).origin;
    const logoutAnswer = await page.request.post("/api/v1/user/logout", {
      headers: {
        Origin: origin,
        Authorization: JSON.parse(Buffer.from(decodeURIComponent(cookie.value), "base64").toString()) as string,
      },
    });
    expect(logoutAnswer.status()).toBe(200);
    await page.goto("/customer");
    await expect(page).toHaveURL(/\/login/);
  },
  "another account that signs in": async (page) => {
    await signIn(page, "buyer@example.com", DEMO_PASSWORD);
    await expect(page).toHaveURL(/\d\/customer$/);
  },
};

for (const [name, leave] of Object.entries(waysToLeave)) {
  test(`${name} leaves nothing of the account on the device, with a line and without one`, async ({
    page,
    context,
    line,
  }) => {
    const { account, product } = await leaveTraces(page);
    await leave(page, context);
    await expect.poll(() => keptPages(page)).not.toContain(`/products/${product}`);
    await expect.poll(() => keptPages(page)).not.toContain("/shopping_cart");
    expect(await keptOf(page, product, account)).toEqual([]);
    line.cut();
    for (const path of ["/shopping_cart", "/customer", `/products/${product}`]) {
      await page.goto(path).catch(() => undefined);
      await expect(page.getByText("Wanda")).toHaveCount(0);
      await expect(page.getByText(/As seen/)).toHaveCount(0);
    }
  });
}
