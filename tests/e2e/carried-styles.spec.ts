import type { Page, Request } from "@playwright/test";
import { expect, scriptsReady, productsInStock, test } from "./shop";

/* A first visit's page carries only the styles that it uses. It must look the same, and no press must be lost. */

// A service worker would have the sheets that a slow line holds back.
test.use({ serviceWorkers: "block" });

/** Reloads the page as a browser that has been here before, so that it links its sheets. */
async function beenHere(page: Page): Promise<void> {
  await page.context().addCookies([{ name: "been", value: "here", url: page.url() }]);
  await page.goto(page.url());
}

/** Returns the computed styles of all elements with ::before and ::after; of equal elements, such as cards, of two. */
function looks(top: HTMLElement): string[] {
  // Forces a new layout, because some of Chromium's margins are left over from when only half of the page was there.
  top.hidden = true;
  top.getBoundingClientRect();
  top.hidden = false;
  const counts: Record<string, number> = {};
  return [...top.querySelectorAll("*")].flatMap((one) => {
    const kind = `${one.parentElement?.className} ${one.tagName} ${one.getAttribute("class")}`;
    counts[kind] = (counts[kind] ?? 0) + 1;
    if (counts[kind] > 2) return [];
    return ["", "::before", "::after"].flatMap((part) => {
      const style = getComputedStyle(one, part);
      if (part && style.content === "none") return [];
      return [...style].map((name) => `${kind} ${part} ${name}: ${style.getPropertyValue(name)}`);
    });
  });
}

/** Returns the styles of the page's main part without hover and focus. */
async function calmLooks(page: Page): Promise<string[]> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  return page.getByRole("main").evaluate(looks);
}

/** Returns at most 20 values that differ from before. */
function changes([before, now]: readonly [string[], string[]]): unknown[] {
  if (before.length !== now.length) return [`${before.length} values before, ${now.length} now`];
  return now.flatMap((look, n) => (look === before[n] ? [] : [[before[n], look]])).slice(0, 20);
}

/** Links the whole sheets in addition to the carried styles, as scripts do when they begin. */
async function linkWhole(page: Page): Promise<void> {
  const links = page.locator("link[data-sheet]");
  await links.evaluateAll((all: HTMLLinkElement[]) => all.forEach((one) => (one.rel = "stylesheet")));
  await expect
    .poll(() => links.evaluateAll((all: HTMLLinkElement[]) => all.filter((one) => !one.sheet).length))
    .toBe(0);
}

/** Notes the places of all elements of the page, and from now on each element that is elsewhere in any frame. */
const watchPlaces = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll("main, main *, header *, footer *")];
    const placeOf = (one: Element) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      return [left + scrollX, top + scrollY, width, height].map((edge) => Math.round(edge * 10) / 10).join();
    };
    const places = all.map(placeOf);
    const movedElements = new Set<string>();
    const look = () => {
      all.forEach((one, n) => {
        const place = placeOf(one);
        if (!one.isConnected || place !== places[n])
          movedElements.add(`${one.tagName} ${one.textContent?.slice(0, 20)}: ${places[n]} to ${place}`);
      });
      requestAnimationFrame(look);
    };
    look();
    Object.assign(window, { moved: movedElements });
  });
const movedOf = (page: Page) =>
  page.evaluate(() => [...(window as unknown as { moved: Set<string> }).moved].slice(0, 10));

/** Delays the sheets: they are there when the scripts need them, but take a while to apply. */
const slowSheets = (page: Page) =>
  page.route(/\.css$/, async (route) => {
    if (route.request().resourceType() === "stylesheet") await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue().catch(() => undefined);
  });

test("no style needs a browser that knows cascade layers, or two sides at a time", async ({ request, scripts }) => {
  test.skip(scripts, "The same answers.");
  const read = async (address: string) => (await request.get(address)).text();
  for (const address of ["/", "/login/customer"]) {
    const page = await read(address);
    const links = [...page.matchAll(/href="(\/assets\/[^"]+\.css)"/g)].map(([, href = ""]) => href);
    expect(links.length).toBeGreaterThan(0);
    const styles = [/<style>([^]*?)<\/style>/.exec(page)?.[1] ?? "", ...(await Promise.all(links.map(read)))];
    for (const css of styles) {
      expect(css).toContain(":not(#_)");
      expect(css.match(/@layer|[{;](?:margin|padding)-(?:inline|block):|[{;]inset:/g)).toBeNull();
    }
  }
});

test("the first page asks for no style sheet, and looks as it does with all of them", async ({ page, request }) => {
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
    page.on("request", (request) => sheets.push(...(request.resourceType() === "stylesheet" ? [request.url()] : [])));
    await page.goto(address);
    await page.waitForLoadState("networkidle");
    expect(sheets, address).toEqual([]);
    const body = page.locator("body");
    const carriedStyles = await body.evaluateHandle(looks);
    await linkWhole(page);
    expect(await page.evaluate(changes, [carriedStyles, await body.evaluateHandle(looks)] as const), address).toEqual(
      [],
    );
    await page.locator("head style").evaluate((one) => one.remove());
    expect(await page.evaluate(changes, [carriedStyles, await body.evaluateHandle(looks)] as const), address).toEqual(
      [],
    );
  }
});

test("nothing moves while scripts begin, and the whole sheets come with them", async ({ page, request, scripts }) => {
  test.skip(!scripts, "There are none.");
  test.slow();
  const [product] = await productsInStock(request);
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(...(message.type() === "error" ? [message.text()] : [])));
  await slowSheets(page);
  for (const address of ["/", "/products", `/products/${product!._id}`, "/login/customer", "/signup/customer"]) {
    await page.context().clearCookies();
    await page.goto(address);
    await page.waitForLoadState("networkidle");
    await watchPlaces(page);
    await scriptsReady(page);
    await page.waitForTimeout(600);
    expect(await movedOf(page), address).toEqual([]);
    await expect(page.locator("head style"), address).toHaveCount(1);
    expect(await page.locator("link[rel=stylesheet]:not([media])").count(), address).toBeGreaterThan(0);
    await expect(page.locator("link[data-sheet]"), address).toHaveCount(0);
  }
  expect(complaints).toEqual([]);
});

test("a press during which scripts begin is answered", async ({ page, scripts }) => {
  test.skip(!scripts, "There are none.");
  await slowSheets(page);
  await page.goto("/login/customer");
  const { x, y, width } = (await page.getByRole("button", { name: "Sign In" }).boundingBox())!;
  await page
    .getByLabel("Email", { exact: true })
    .evaluate((field: HTMLInputElement) => (field.value = "a@example.com"));
  await page.getByLabel("Password", { exact: true }).evaluate((field: HTMLInputElement) => (field.value = "wrong-1-2"));
  // Near the upper edge, so that the finger would be on something else if the button moved down.
  await page.mouse.move(x + width / 2, y + 4);
  await page.mouse.down();
  await page.waitForFunction(() => document.documentElement.dataset["inPlace"] !== undefined);
  await page.mouse.up();
  await expect(page.getByRole("main").getByRole("alert").first()).toBeVisible();
});

test("what a page did not have at first looks right when it comes", async ({ page }) => {
  const refusal = async () => {
    await page.goto("/login/customer");
    await page.getByLabel("Email", { exact: true }).fill("nobody@example.com");
    await page.getByLabel("Password", { exact: true }).fill("wrong-password-1");
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByRole("main").getByRole("alert").first()).toBeVisible();
    return calmLooks(page);
  };
  const first = await refusal();
  await beenHere(page);
  expect(changes([first, await refusal()])).toEqual([]);
});

test("a page that is gone on to looks as it does when it is opened", async ({ page, scripts }) => {
  await page.goto("/login");
  if (scripts) await scriptsReady(page);
  await page.getByRole("banner").getByLabel("Search products").fill("apple");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/q=apple/);
  await page.waitForLoadState("networkidle");
  const goneTo = await calmLooks(page);
  await beenHere(page);
  await page.goto(page.url());
  if (scripts) await scriptsReady(page);
  await page.waitForLoadState("networkidle");
  expect(changes([goneTo, await calmLooks(page)])).toEqual([]);
});

test("who has a cart gets the first page with its styles in it, and from the second on the sheets", async ({
  page,
  request,
}) => {
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(...(message.type() === "error" ? [message.text()] : [])));
  const [product] = await productsInStock(request);
  await page.goto(`/products/${product!._id}`);
  await page.getByRole("button", { name: "Add to Cart", exact: true }).first().click();
  await expect(page.getByRole("link", { name: /Shopping Cart, 1/ })).toBeVisible();
  const sheetCookies = async () => (await page.context().cookies()).filter(({ name }) => name === "sheets");
  const build = (await request.get("/")).headers()["x-build"];
  const ofNow = encodeURIComponent(Buffer.from(JSON.stringify(build)).toString("base64"));
  // As after an earlier visit to an older build: the cart is kept, but the sheets are those of the older build.
  for (const cookieValue of ["", "older"]) {
    await page.context().clearCookies({ name: "sheets" });
    const old = Buffer.from(JSON.stringify(cookieValue)).toString("base64");
    if (cookieValue) await page.context().addCookies([{ name: "sheets", value: old, url: page.url() }]);
    for (const address of ["/shopping_cart", "/products"]) {
      const isFirst = address === "/shopping_cart";
      const sheets: string[] = [];
      const note = (request: Request) => request.resourceType() === "stylesheet" && sheets.push(request.url());
      page.on("request", note);
      await page.goto(address);
      await page.waitForLoadState("networkidle");
      page.off("request", note);
      expect(sheets.length === 0, address).toBe(isFirst);
      expect(await page.locator("link[data-sheet]").count(), address).toBeGreaterThanOrEqual(isFirst ? 2 : 0);
      expect(await sheetCookies(), address).toMatchObject([
        { value: ofNow, expires: -1, httpOnly: true, sameSite: "Lax" },
      ]);
    }
  }
  expect(complaints).toEqual([]);
});

test("who has told nothing but which sheets they have sees what all visitors see, and nobody else is told", async ({
  request,
}) => {
  const linksFor = async (cookie?: string) =>
    (await request.get("/about", { headers: cookie ? { Cookie: cookie } : {} })).headers();
  for (const headers of [await linksFor(), await linksFor("sheets=any")]) {
    expect(headers["cache-control"]).toContain("public");
    expect(headers["set-cookie"]).toBeUndefined();
  }
});
