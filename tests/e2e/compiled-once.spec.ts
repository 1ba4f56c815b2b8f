import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, hydrated, test } from "./shop";

/* A cheap phone compiles React for longer than it takes to fetch it; a browser keeps what it has compiled. */

test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, "There are no scripts to compile.");

const LARGE = 50_000;

interface Compiled {
  name: string;
  args: { data?: { url?: string; consumedCacheSize?: number } };
}

/** The scripts that a page runs, each with the bytes of compiled code that the browser had of it. */
async function scriptsRun(page: Page, file: string, open: () => Promise<void>): Promise<Map<string, number>> {
  const browser = page.context().browser()!;
  await browser.startTracing(page, { path: file, categories: ["devtools.timeline", "disabled-by-default-v8.compile"] });
  await open();
  await browser.stopTracing();
  const { traceEvents } = JSON.parse(readFileSync(file, "utf8")) as { traceEvents: Compiled[] };
  return new Map(
    traceEvents
      .filter(({ name, args }) => name === "v8.compileModule" && args.data?.url?.includes("/assets/"))
      .map(({ args: { data } }) => [data!.url!, data!.consumedCacheSize ?? 0]),
  );
}

test("of the scripts that the device keeps, none that is large is compiled on every page", async ({
  page,
  request,
}, info) => {
  const open = async () => {
    await page.goto("/about");
    await hydrated(page);
    // What was compiled is written down once the page is at rest.
    await page.waitForLoadState("networkidle");
  };
  await open();
  // With the first press the service worker comes, and keeps what the page has loaded.
  await page.mouse.click(5, 300);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // A browser notes a script on the first page that runs it, and keeps what it has compiled on one of the next.
  await expect(async () => {
    const run = await scriptsRun(page, info.outputPath("trace.json"), open);
    const large = [];
    for (const [url, compiled] of run)
      if ((await (await request.get(url)).body()).length > LARGE) large.push({ url, isCompiled: compiled > 0 });
    expect(large.length).toBeGreaterThan(1);
    expect(large.filter(({ isCompiled }) => !isCompiled)).toEqual([]);
  }).toPass({ timeout: 30_000 });
});
