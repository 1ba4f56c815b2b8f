import type { Page } from "@playwright/test";
import { addToCart, expect, scriptsReady, newEmail, productsInStock, test } from "./shop";

/* A browser that translates the page: it replaces text nodes by `font` elements with other words, now and later. */

test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, "What plays the translator here needs scripts.");

/** Translates as Chrome does: "Total" becomes "[Total]". */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const font = (...children: Node[]) => {
      const font = document.createElement("font");
      font.append(...children);
      return font;
    };
    const textsIn = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = root instanceof Text ? [root] : [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      return texts.filter(
        ({ data, parentElement }) =>
          /\w/.test(data) && parentElement && !parentElement.closest("script, style, textarea, font, [translate=no]"),
      );
    };
    const all = (root: Node) => {
      for (const text of textsIn(root)) text.replaceWith(font(font(document.createTextNode(`[${text.data}]`))));
    };
    all(document.body);
    document.documentElement.classList.add("translated-ltr");
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) if (node.isConnected) all(node);
    }).observe(document.body, { childList: true, subtree: true });
  });
}

test("what is typed on a page that was translated as it came stays, and goes out", async ({ page }) => {
  await page.goto("/contact");
  await translate(page);
  const email = newEmail();
  await page.getByRole("main").locator("[name=email]").pressSequentially(email);
  await page.getByRole("main").locator("textarea").pressSequentially("Where is my bread?");
  // As long as scripts need to load on a page that is not translated.
  await page.waitForTimeout(1500);
  await expect(page.getByRole("main").locator("[name=email]")).toHaveValue(email);
  await expect(page.getByRole("main").locator("textarea")).toHaveValue("Where is my bread?");
  await page.getByRole("main").locator("button[type=submit]").last().click();
  await expect(page.getByText("Your message has been sent successfully!")).toBeVisible();
});

test("where the page is translated while somebody uses it, what is pressed is answered on it", async ({
  page,
  request,
}) => {
  const failed: string[] = [];
  page.on("pageerror", ({ message }) => failed.push(message));
  const [product] = await productsInStock(request);
  await page.goto(`/products/${product!._id}`);
  await scriptsReady(page);
  await translate(page);
  await page.getByRole("button", { name: /^\[?Add to Cart\]?$/ }).click();
  await expect(page.getByText("It is in your cart.")).toBeVisible();
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toContainText(product!.title);
  expect(failed).toEqual([]);
});

test("what a translated cart comes to follows its quantities", async ({ page, request }) => {
  const [product] = await productsInStock(request);
  await addToCart(page, product!._id);
  await page.goto("/shopping_cart");
  await scriptsReady(page);
  await translate(page);
  const total = page.getByRole("complementary").locator("dd").last();
  const before = await total.innerText();
  await page.locator("main button[name=intent][value^=more]").first().click();
  await expect(total).not.toHaveText(before);
  await expect(page.getByRole("spinbutton")).toHaveValue("2");
});
