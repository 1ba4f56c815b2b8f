// Times the pages of a purchase on a cheap phone: a processor slowed down to a twentieth, 400 kbit/s, 400 ms of
// latency, an empty cache.
//
//   npm run phone -- [--rounds=5] [--cpu=20,6] [--only=home,list] [--address=http://127.0.0.1:3000] [--write]
//
// The address is that of a running demo; without it the built server is started on a new demo. Chromium slows itself
// down (CDP). How slow a twentieth is depends on this machine and on what else runs, so a sixth is measured as well.
//
// A headless browser has a mouse, which no phone has. Chromium moves it to the corner of each new page, and lays out
// the half of the page that has come to find what is under it. So mouse events are ignored here. One difference stays:
// a desktop's Chromium reads a page in up to eight pieces (seen in traces), with a frame after each. Android's Chromium
// is built to read it in fewer.
//
// The three moments, counted from the beginning of the navigation:
//
// - first content: the browser's `first-contentful-paint`;
// - largest content: its last `largest-contentful-paint`, once the page is loaded;
// - ready to press: the first frame in which the page's main button is shown with its styles, the text of the page is
//   completely read, and the main thread is free. From then on a press leads to a response: a page (the button is a
//   link or belongs to a form), or the small script where that has loaded. Frames are counted by requestAnimationFrame,
//   which a busy thread does not call.
//
// Each page is also measured without its scripts, which is the floor on this machine. The first row is a page of one
// heading and one button: it shows what any page takes here. It does not reveal a busy hour, which slows long pages
// most: the same pages have been ready after 1.8 s in one hour and after 2.9 s in another.
//
// A film strip of each page, from a separate round, is in .bench/. --write puts the table into docs/phone.md.
import path from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { findBrowser } from "../browser.mjs";
import { root } from "../prepare.mjs";
import { besideReference, openDemo } from "./demo.mjs";
import { filmStrip, takeFrames } from "./film-strip.mjs";
import { thisMachine, writeChapter } from "./chapter.mjs";
import { startReference } from "./server.mjs";
import { markdownTable, printTable, spread } from "./table.mjs";

const PHONE = { viewport: { width: 360, height: 640 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const LINE = { offline: false, latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 };
/** The text of each page's main button. */
const BUTTONS = {
  home: "Shop now",
  list: "Add to Cart",
  product: "Add to Cart",
  cart: "Proceed to Checkout",
  checkout: "Checkout",
  "one button": "Press",
};
const MOMENTS = ["first content", "largest content", "ready to press"];
/** Time after a page is loaded, for the last paint. */
const SETTLING_MS = 1500;
/** A twentieth of a busy machine's processor is almost nothing. */
const PATIENCE_MS = 60_000;

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    cpu: { type: "string", default: "20,6" },
    only: { type: "string" },
    address: { type: "string" },
    write: { type: "boolean", default: false },
  },
});
const rounds = Number(options.rounds);
const slowness = options.cpu.split(",").map(Number);
const { looked: pages, stop } = await besideReference(await openDemo(options.address), options.only);
const oneButton = await startReference("one-button");
const measuredPages = [
  { name: "one button", label: "one button", address: oneButton.address, where: "/", headers: {} },
  ...pages,
];
const browser = await chromium.launch({ executablePath: findBrowser(), args: ["--no-sandbox"] });

const measured = new Map();
try {
  for (let round = 1; round <= rounds; round += 1) {
    for (const cpu of slowness)
      for (const page of measuredPages) {
        const key = `${page.label} ${cpu}`;
        measured.set(key, [...(measured.get(key) ?? []), await visit(page, cpu)]);
      }
    console.log(`round ${round} of ${rounds}`);
  }
  for (const page of pages.filter(({ label, name }) => label === name)) {
    const file = path.join(root, `.bench/phone-${page.name}.png`);
    const frames = [];
    await visit(page, slowness[0], (devtools) => takeFrames(devtools, frames));
    await filmStrip(frames, file);
    console.log(path.relative(root, file));
  }
} finally {
  await browser.close();
  await oneButton.stop();
  await stop();
}

const head = ["", "CPU", ...MOMENTS.map((name) => `${name}, s`)];
const rows = measuredPages.flatMap(({ label }) =>
  slowness.map((cpu) => [
    label,
    `× ${cpu}`,
    ...MOMENTS.map((_, moment) =>
      spread(
        measured.get(`${label} ${cpu}`).map((moments) => moments[moment] / 1000),
        2,
      ),
    ),
  ]),
);
printTable(head, rows);
if (options.write)
  writeChapter(
    "phone.md",
    "A cheap phone",
    `Written by \`npm run phone -- --write\`: 360 × 640 pixels, two dots to each, 400 kbit/s, 400 ms, nothing in the browser's memory; Chromium ${browser.version()}, its processor slowed down by itself; ${rounds} rounds, median (smallest–largest). What the moments are says \`scripts/bench/phone.mjs\`. ${thisMachine()}.

${markdownTable(head, rows)}`,
  );

/** The three moments of one visit, in milliseconds. */
async function visit({ name, address, where, headers }, cpu, watch) {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: "block" });
  try {
    const cookies = (headers.cookie ?? "").split("; ").filter(Boolean);
    await context.addCookies(
      cookies.map((cookie) => {
        const [, cookieName, value] = /^([^=]+)=(.*)$/.exec(cookie);
        return { name: cookieName, value, url: address };
      }),
    );
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await page.addInitScript(awaitButton, BUTTONS[name]);
    await devtools.send("Input.setIgnoreInputEvents", { ignore: true });
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", LINE);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: cpu });
    await watch?.(devtools);
    const answer = await page.goto(address + where, { timeout: PATIENCE_MS });
    if (answer.status() !== 200) throw new Error(`${where} answered ${answer.status()}.`);
    if (page.url() !== address + where) throw new Error(`${where} led to ${page.url()}.`);
    await page.waitForTimeout(SETTLING_MS);
    const ready = await readyAt(page);
    if (!ready) throw new Error(`${where} has no button that says ${BUTTONS[name]}.`);
    return [...(await page.evaluate(paints)), ready];
  } finally {
    await context.close();
  }
}

/** Returns when the page was ready to press; undefined if it is not within a minute. */
async function readyAt(page) {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await page.waitForTimeout(100)) {
    const moment = await page.evaluate(() => globalThis.readyAt);
    if (moment) return moment;
  }
}

/** Runs in the page before its own code. Notes in `readyAt` when the button with these words can be pressed. */
function awaitButton(words) {
  const look = () => {
    const isShown = performance.getEntriesByType("paint").length > 0;
    const button =
      isShown &&
      [...document.querySelectorAll("main a, main button")].find((one) =>
        (one.getAttribute("aria-label") ?? one.textContent).trim().startsWith(words),
      );
    requestAnimationFrame(
      button && button.getBoundingClientRect().height > 0 ? () => (globalThis.readyAt = performance.now()) : look,
    );
  };
  // Not before the page is read: with a frame requested, the browser lays out each piece that has come.
  document.addEventListener("readystatechange", look, { once: true });
}

/** Runs in the page. Returns when it first showed content, and when it showed the largest. */
async function paints() {
  const [first] = performance.getEntriesByName("first-contentful-paint");
  const largest = await new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1))).observe({
      type: "largest-contentful-paint",
      buffered: true,
    });
  });
  return [first.startTime, largest.startTime];
}
