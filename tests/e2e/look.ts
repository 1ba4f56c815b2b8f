import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./shop";

export const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
];

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * Where axe can run: axe is a script itself, so a page that was opened without JavaScript is opened once more in a
 * browser that runs axe, but none of the page's own scripts.
 */
async function forAxe(page: Page, scripts: boolean): Promise<{ readable: Page; close(): Promise<void> }> {
  if (scripts) return { readable: page, close: async () => undefined };
  const colorScheme = (await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches))
    ? "dark"
    : "light";
  const context = await page
    .context()
    .browser()!
    .newContext({
      javaScriptEnabled: true,
      colorScheme,
      storageState: await page.context().storageState(),
      viewport: page.viewportSize(),
    });
  const twin = await context.newPage();
  await twin.route("**/*", (route) => (route.request().resourceType() === "script" ? route.abort() : route.continue()));
  await twin.goto(page.url());
  return { readable: twin, close: () => context.close() };
}

export async function analyse(page: Page): Promise<string[]> {
  // A button that has just been let go fades to its colour; half way there it is not what anybody reads.
  await page.emulateMedia({ reducedMotion: "reduce" });
  // The newer mode opens a page of its own each time, for frames of other sites; there are none here.
  // What holds is not listed one by one: that takes axe longer than finding it out.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).withTags(TAGS);
  const { violations } = await axe.setLegacyMode().analyze();
  return violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(" | ")}`);
}

/**
 * Looks at one screen in both sizes, as when a phone is turned: nothing overflows, axe finds nothing, no script
 * fails. With `PICTURES=1` a picture is kept in `.test/screens`, to be looked at.
 */
export async function look(page: Page, path: string, info: { project: { name: string } }, name = path): Promise<void> {
  await page.setViewportSize(SIZES[0]!);
  await page.goto(path);
  const { readable, close } = await forAxe(page, info.project.name.endsWith("scripts on"));
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await readable.setViewportSize(size);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${path} at ${size.width} px scrolls sideways`).toBeLessThanOrEqual(0);
    expect(await page.locator("h1").count(), `${path} has one main heading`).toBe(1);
    if (process.env["PICTURES"]) {
      const file = `${name.replace(/[^\w]+/g, "_").replace(/^_|_$/g, "") || "home"}-${size.width}-${info.project.name.replace(/\W+/g, "-")}.png`;
      await page.screenshot({ path: `.test/screens/${file}`, fullPage: true });
    }
    expect(await analyse(readable), `${path} at ${size.width} px`).toEqual([]);
  }
  await close();
}

/**
 * A script that fails, a policy that blocks something, or a page that scripts find other than it was sent fails the
 * test.
 */
export function watchConsole(page: Page): void {
  page.on("pageerror", (error) => {
    throw error;
  });
  page.on("console", (message) => {
    if (/Content.Security.Policy|Trusted(HTML|Script)|Hydration|did not match/i.test(message.text()))
      throw new Error(message.text());
  });
}
