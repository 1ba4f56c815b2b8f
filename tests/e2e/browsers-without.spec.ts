import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import { withoutCookies } from "../fixtures/no-cookies";
import { analyse } from "./look";
import {
  addToCart,
  DEMO_PASSWORD,
  expect,
  scriptsReady,
  newEmail,
  productsInStock,
  signIn,
  signInAsNewBuyer,
  checkOut,
  payWith,
  test,
} from "./shop";

test.use({ serviceWorkers: "allow" });

/* Browsers without a feature: cookies, storage, service workers, modules. */

const NEEDED = "Your browser keeps no cookies.";

test.describe("without cookies", () => {
  const plain = test.extend<{ way: Awaited<ReturnType<typeof withoutCookies>> }>({
    // oxlint-disable-next-line no-empty-pattern
    way: async ({}, use) => {
      const way = await withoutCookies(Number(process.env["E2E_PORT"] ?? "4310"));
      await use(way);
      await way.close();
    },
    baseURL: async ({ way }, use) => use(way.url),
    page: async ({ page, scripts }, use) => {
      // The browser also tells scripts that cookies are off.
      if (scripts)
        await (
          await page.context().newCDPSession(page)
        ).send("Emulation.setDocumentCookieDisabled", { disabled: true });
      await use(page);
    },
  });

  plain("the shop can be read, and Add to Cart says that cookies are needed", async ({ page, scripts }) => {
    const [product] = await productsInStock(page.request);
    await page.goto(`/products/${product!._id}`);
    await expect(page.getByText(NEEDED)).toHaveCount(0);
    await page.getByRole("button", { name: "Add to Cart", exact: true }).click();
    await expect(page.getByText(NEEDED)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(product!._id));
    expect(await analyse(page, scripts)).toEqual([]);
  });

  plain("signing in says that cookies are needed, on the login that it leads back to", async ({ page }) => {
    await signIn(page, "buyer@example.com", DEMO_PASSWORD);
    await expect(page.getByText(NEEDED)).toBeVisible();
    await expect(page.getByLabel("Password", { exact: true })).toBeVisible();
  });
});

test("a browser that keeps cookies is told nothing, and its addresses stay clean", async ({ page }) => {
  const [product] = await productsInStock(page.request);
  await addToCart(page, product!._id);
  await expect(page.getByText(NEEDED)).toHaveCount(0);
  await page.goto("/shopping_cart");
  await expect(page.getByRole("spinbutton")).toHaveValue("1");
  expect(page.url()).not.toContain("cookies");
});

/** Each entry removes a feature of the browser before the first script of a page. */
const lacks: Record<string, (page: Page) => Promise<unknown>> = {
  "service workers": (page) =>
    page.addInitScript(() => {
      Reflect.deleteProperty(Navigator.prototype, "serviceWorker");
    }),
  "any storage": (page) =>
    page.addInitScript(() => {
      const refuse = () => {
        throw new DOMException("The operation is insecure.", "SecurityError");
      };
      for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
        Object.defineProperty(window, name, { get: refuse, configurable: true });
    }),
  "room in its storage": (page) =>
    page.addInitScript(() => {
      const full = () => {
        throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
      };
      Storage.prototype.setItem = full;
      Cache.prototype.put = () => Promise.reject(new DOMException("", "QuotaExceededError"));
    }),
  "what browsers have had since 2022": (page) =>
    page.addInitScript(() => {
      const since2022: [object, string][] = [
        ...["findLast", "findLastIndex", "toReversed", "toSorted", "toSpliced", "with"].map(
          (name): [object, string] => [Array.prototype, name],
        ),
        ...["canParse", "parse"].map((name): [object, string] => [URL, name]),
        ...["timeout", "any"].map((name): [object, string] => [AbortSignal, name]),
        [AbortSignal.prototype, "throwIfAborted"],
        ...["isWellFormed", "toWellFormed"].map((name): [object, string] => [String.prototype, name]),
        [URLSearchParams.prototype, "size"],
        [Object, "groupBy"],
        [Promise, "withResolvers"],
        [window, "structuredClone"],
      ];
      for (const [owner, name] of since2022) Reflect.deleteProperty(owner, name);
    }),
};

test.describe("where scripts run", () => {
  test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, "Without scripts none of it is used.");

  // One browser goes on to the payment. It lacks most of what pages use, and the steps after the cart are plain forms.
  const BUYS = "what browsers have had since 2022";
  for (const [feature, take] of Object.entries(lacks)) {
    test(`without ${feature}, somebody ${feature === BUYS ? "buys" : "fills a cart"}`, async ({ page, request }) => {
      const failures: string[] = [];
      page.on("pageerror", ({ message }) => failures.push(message));
      await take(page);
      await signInAsNewBuyer(page, request);
      const [product] = await productsInStock(request);
      await page.goto(`/products/${product!._id}`);
      await scriptsReady(page);
      await addToCart(page, product!._id);
      await page.goto("/shopping_cart");
      await page.getByRole("button", { name: /^One more/ }).click();
      await expect(page.getByRole("spinbutton")).toHaveValue("2");
      if (feature === BUYS) {
        await checkOut(page);
        await payWith(page, "4242424242424242");
        await expect(page).toHaveURL(/\/checkout\/success/);
      }
      expect(failures).toEqual([]);
    });
  }

  // The one small script runs, but no module.
  const withoutInPlace: Record<string, (page: Page) => Promise<unknown>> = {
    modules: async (page) => {
      await page.route(/\/assets\/(?!page-)[^/]+\.js$/, (route) => route.fulfill({ status: 404, body: "" }));
      // A service worker would still have the modules.
      await lacks["service workers"]?.(page);
    },
    "what answers in place need": (page) => page.addInitScript(() => void Reflect.deleteProperty(Object, "hasOwn")),
    "what Chrome has had since 86": (page) =>
      page.addInitScript(() => {
        Reflect.deleteProperty(Object, "hasOwn");
        for (const { prototype } of [Element, Document, DocumentFragment])
          Reflect.deleteProperty(prototype, "replaceChildren");
      }),
    "a word of which button was pressed": (page) =>
      page.addInitScript(() => {
        Reflect.deleteProperty(SubmitEvent.prototype, "submitter");
        Reflect.deleteProperty(Object, "hasOwn");
      }),
  };
  for (const [feature, take] of Object.entries(withoutInPlace)) {
    test(`without ${feature}, a page is plain, and its forms do what they say`, async ({ page, request }) => {
      const failures: string[] = [];
      page.on("pageerror", ({ message }) => failures.push(message));
      await take(page);
      await signInAsNewBuyer(page, request);
      const [product] = await productsInStock(request);
      await addToCart(page, product!._id);
      await page.goto("/shopping_cart");
      await page.getByRole("button", { name: /^One more/ }).click();
      await expect(page.getByRole("spinbutton")).toHaveValue("2");
      expect(await page.evaluate(() => document.documentElement.dataset["inPlace"])).toBeUndefined();
      expect(failures).toEqual([]);
    });
  }

  for (const [when, scriptsCome] of [
    ["before scripts are there", false],
    ["with scripts", true],
  ] as const)
    test(`without what browsers have had since 2022, a form that is sent without a line goes out once it is back, ${when}`, async ({
      page,
      context,
    }) => {
      await lacks["what browsers have had since 2022"]?.(page);
      if (!scriptsCome) await page.addInitScript(() => void Reflect.deleteProperty(Object, "hasOwn"));
      await page.goto("/contact");
      if (scriptsCome) await scriptsReady(page);
      await page.getByLabel("Full name").fill("Wanda Walker");
      await page.getByRole("main").getByLabel("Email").fill(newEmail());
      await page.getByLabel("Message").fill("My peaches came bruised.");
      await context.setOffline(true);
      await page.getByRole("button", { name: "Send message" }).click();
      await expect(page.getByText("No connection.")).toBeVisible();
      await expect(page.getByLabel("Message")).toHaveValue("My peaches came bruised.");
      await context.setOffline(false);
      await expect(page.getByText("Your message has been sent successfully!")).toBeVisible();
    });

  test("no page's script asks for what browsers have had only since 2022", async () => {
    const folder = path.resolve("build/client/assets");
    const files = (await readdir(folder)).filter((name) => name.endsWith(".js"));
    expect(files.length).toBeGreaterThan(2);
    for (const name of files) {
      const script = await readFile(path.join(folder, name), "utf8");
      const callPattern =
        /\.(?:throwIfAborted|toReversed|toSorted|toSpliced|findLast|findLastIndex|isWellFormed|withResolvers|groupBy)\(|URL\.canParse\(|AbortSignal\.(?:timeout|any)\(|structuredClone\(/;
      expect(callPattern.exec(script)?.[0] ?? "nothing", name).toBe("nothing");
    }
  });
});
