import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { CDPSession, Page } from "@playwright/test";
import type Axe from "axe-core";
import { isChosen, SAMPLE } from "../../scripts/gate/sample.mjs";
import { expect } from "./shop";

export const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
];

/** In a sample, axe checks each screen in one of the two sizes, chosen by the commit. A whole run checks both. */
const seed = process.env[SAMPLE];
const isHeldAgainstAxe = (name: string, size: number) => !seed || isChosen(seed, name, 2) === (size === 0);

const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Sessions that switch scripts on and off for pages without scripts. Closing one would switch scripts on. */
const switches = new WeakMap<Page, Promise<CDPSession>>();

/**
 * Does work that needs scripts, such as axe, also on a page that was opened without them. The page's own scripts did
 * not run when it loaded, and do not run now either.
 */
async function withScripts<T>(page: Page, scripts: boolean, work: () => Promise<T>): Promise<T> {
  if (scripts) return work();
  let session = switches.get(page);
  if (!session) switches.set(page, (session = page.context().newCDPSession(page)));
  const turn = async (value: boolean) => (await session).send("Emulation.setScriptExecutionDisabled", { value });
  // A session cannot switch on what it has not switched off itself.
  await turn(true);
  await turn(false);
  try {
    return await work();
  } finally {
    await turn(true);
  }
}

/** Digests of pages in which axe found no violations in this run. */
const CLEAN = path.resolve(".test/clean");

/** Values that differ at each visit: ids, tokens in links, times, and the numbers that tests put into names. */
const NEW = /[0-9a-f]{64}|[0-9a-f]{24}(?:\.[\w-]{43})?|\d{4}-\d\d-\d\dT[\d:.]+Z|\d{13}(?:-\d+-\d+)?/;
const IN_TAGS = new RegExp(NEW, "g");
const IN_TEXT = new RegExp(`${NEW.source}|\\d`, "g");

/**
 * Returns a digest of everything that axe examines: size, colour settings, the elements with their states, and axe
 * itself. A new value is replaced by the order of its first occurrence, so that equal values stay equal. Digits in
 * texts are replaced by 0.
 */
async function whatIsSeen(page: Page): Promise<string> {
  const { html, states, ...rest } = await page.evaluate(() => {
    const unseen = /<input type="hidden"[^>]*>|<script\b[^]*?<\/script>| (?:nonce|novalidate)="[^"]*"/g;
    const { documentElement: root, body, title } = document;
    const media = ["(prefers-color-scheme: dark)", "(forced-colors: active)", "(prefers-contrast: more)"];
    const STATES = [":popover-open", ":modal", ":focus", ":checked"];
    return {
      size: [innerWidth, innerHeight],
      media: media.map((query) => matchMedia(query).matches),
      // Whether a sheet is carried or linked makes no difference.
      styles: [...document.querySelectorAll<HTMLLinkElement>("link[href$='.css']")].map(({ href }) => href),
      html: `${(root.cloneNode() as Element).outerHTML}${title}${body.outerHTML}`.replaceAll(unseen, ""),
      states: [...document.querySelectorAll("body :not([type=hidden])")].map((element) => ({
        states: STATES.filter((state) => element.matches(state)),
        value: "value" in element ? String(element.value) : "",
      })),
    };
  });
  const places = new Map<string, string>();
  const masked = (text: string, secret: RegExp) =>
    text.replace(secret, (one) => {
      if (one.length === 1) return "0";
      if (!places.has(one)) places.set(one, `#${places.size}:${one.length}`);
      return places.get(one)!;
    });
  const snapshot = {
    ...rest,
    html: html.replace(/<style\b[^]*?<\/style>|<[^>]*>|[^<]+/g, (piece) =>
      masked(piece, piece.startsWith("<") ? IN_TAGS : IN_TEXT),
    ),
    states: states.map((one) => ({ ...one, value: masked(one.value, IN_TEXT) })),
  };
  return createHash("sha256").update(AXE).update(JSON.stringify(snapshot)).digest("hex");
}

/** Returns the violations that axe finds on the page as it is shown now. Skips a page that had none before. */
export async function analyse(page: Page, scripts: boolean): Promise<string[]> {
  const clean = path.join(CLEAN, await whatIsSeen(page));
  if (existsSync(clean)) return [];
  const violations = await askAxe(page, scripts);
  if (violations.length === 0) {
    mkdirSync(CLEAN, { recursive: true });
    writeFileSync(clean, "");
  }
  return violations;
}

function askAxe(page: Page, scripts: boolean): Promise<string[]> {
  return withScripts(page, scripts, async () => {
    if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
    return page.evaluate(async (tags) => {
      const { axe } = window as unknown as { axe: typeof Axe };
      // Passed rules are not listed: listing them takes axe longer than checking them.
      const { violations } = await axe.run({ runOnly: { type: "tag", values: tags }, resultTypes: ["violations"] });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
    }, TAGS);
  });
}

/**
 * Checks one screen in both sizes, as when a phone is turned: nothing overflows, axe finds nothing, no script fails. In
 * a sample axe checks one size. With `PICTURES=1` a screenshot is kept in `.test/screens`.
 */
export async function look(page: Page, path: string, info: { project: { name: string } }, name = path): Promise<void> {
  await page.setViewportSize(SIZES[0]!);
  await page.goto(path);
  await lookAtPage(page, name, info);
}

/** Does the same for the open page, such as the response to a form. */
export async function lookAtPage(page: Page, name: string, info: { project: { name: string } }): Promise<void> {
  // The response to a form may still be loading a style sheet while its words are visible.
  await page.waitForLoadState();
  for (const [at, size] of SIZES.entries()) {
    await page.setViewportSize(size);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${name} at ${size.width} px scrolls sideways`).toBeLessThanOrEqual(0);
    expect(await page.locator("h1").count(), `${name} has one main heading`).toBe(1);
    expect(await namesPostedTwice(page), `${name} posts a name by a button and hidden`).toEqual([]);
    if (process.env["PICTURES"]) {
      const file = `${name.replace(/[^\w]+/g, "_").replace(/^_|_$/g, "") || "home"}-${size.width}-${info.project.name.replace(/\W+/g, "-")}.png`;
      // As tall as the page, because some parts are only laid out when they are near the screen.
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ ...size, height });
      await page.screenshot({ path: `.test/screens/${file}`, fullPage: true });
      await page.setViewportSize(size);
    }
    if (!isHeldAgainstAxe(name, at)) continue;
    const violations = await analyse(page, info.project.name.endsWith("scripts on"));
    expect(violations, `${name} at ${size.width} px`).toEqual([]);
  }
}

/** Returns names that a form posts twice because a button and a hidden field have them. It would not be refilled. */
function namesPostedTwice(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.forms].flatMap(({ elements }) => {
      const controls = [...elements].filter((element) => "name" in element && "type" in element);
      const hidden = new Set(controls.flatMap(({ name, type }) => (type === "hidden" ? [name] : [])));
      return controls.flatMap(({ name, type }) =>
        type === "submit" && name && hidden.has(name) ? [String(name)] : [],
      );
    }),
  );
}

/** Fails the test if a script fails or a policy blocks something. */
export function watchConsole(page: Page): void {
  page.on("pageerror", (error) => {
    throw error;
  });
  page.on("console", (message) => {
    if (/Content.Security.Policy|Trusted(HTML|Script)/i.test(message.text())) throw new Error(message.text());
  });
}
