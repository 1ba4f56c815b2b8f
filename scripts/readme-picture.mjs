// `node scripts/readme-picture.mjs http://localhost:3000`: takes the README's picture from a running demo. It shows the
// home page on a desktop, and a product and a stall's market day on phones, side by side on paper. Writes
// docs/pictures/readme.webp.
import { mkdirSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";
import sharp from "sharp";
import { findBrowser } from "./browser.mjs";
import { root } from "./prepare.mjs";

const [base = "http://localhost:3000"] = process.argv.slice(2);
const SIZE = { width: 1280, height: 640 };
const PHONE = { width: 360, height: 910 };
const DESK = { width: 1280, height: 1060 };
/** The login of the demo's stall that sells at a market. */
const STALL = { email: "priya.raghavan@example.com", password: "harvest-moon-7" };

const browser = await chromium.launch({ executablePath: findBrowser() });

/** Returns a screenshot as a PNG when the page's pictures are loaded. */
async function pictureOf(page, address) {
  await page.goto(new URL(address, base).href, { waitUntil: "networkidle" });
  return (await page.screenshot()).toString("base64");
}

/** Returns the address of the page's first link that begins with these words. */
const linkOn = (page, words) => page.locator(`a[href^="${words}"]`).first().getAttribute("href");

async function screens() {
  const desk = await browser.newPage({ viewport: DESK });
  const home = await pictureOf(desk, "/");
  const phone = await browser.newPage({ viewport: PHONE });
  await phone.goto(new URL("/products?q=aged+farmhouse+cheese", base).href);
  const product = await pictureOf(phone, (await linkOn(phone, "/products/"))?.split("#")[0] ?? "/products");
  await phone.goto(new URL("/login/merchant", base).href);
  await phone.fill("#login-email", STALL.email);
  await phone.fill("#login-password", STALL.password);
  await phone.keyboard.press("Enter");
  await phone.waitForURL((url) => !url.pathname.startsWith("/login"));
  const saturday = new Date();
  saturday.setUTCDate(saturday.getUTCDate() + ((6 - saturday.getUTCDay() + 7) % 7));
  const days = [0, 7].map((later) => new Date(saturday.getTime() + later * 86_400_000).toISOString().slice(0, 10));
  // Opens the first of the next two market days that has orders.
  for (const day of days) {
    await phone.goto(new URL(`/merchant/days/${day}`, base).href);
    if ((await phone.getByText(/^Pick for/).count()) > 0) break;
  }
  return { home, product, day: await pictureOf(phone, phone.url()) };
}

const { home, product, day } = await screens();
const paper = await browser.newPage({ viewport: SIZE });
await paper.setContent(`<!doctype html>
<style>
  body { margin: 0; width: ${SIZE.width}px; height: ${SIZE.height}px; overflow: hidden; background: #fbfaf5; position: relative; }
  body::before { content: ""; position: absolute; inset: 0 0 auto; height: 6px; background: #1e7a3c; }
  figure { position: absolute; margin: 0; overflow: hidden; background: #fff; }
  img { display: block; width: 100%; }
  .desk { left: 44px; top: 44px; width: 720px; height: 640px; border-radius: 14px; box-shadow: 0 0 0 1px #e6e3d8, 0 16px 40px rgb(29 42 33 / 0.14); }
  .phone { top: 52px; width: 212px; height: 536px; border-radius: 22px; box-shadow: 0 0 0 6px #1d2a21, 0 16px 40px rgb(29 42 33 / 0.22); }
</style>
<figure class="desk"><img src="data:image/png;base64,${home}"></figure>
<figure class="phone" style="left: 794px"><img src="data:image/png;base64,${product}"></figure>
<figure class="phone" style="left: 1028px"><img src="data:image/png;base64,${day}"></figure>`);
const target = path.join(root, "docs/pictures/readme.webp");
mkdirSync(path.dirname(target), { recursive: true });
const { size } = await sharp(await paper.screenshot())
  .webp({ quality: 84 })
  .toFile(target);
await browser.close();
console.log(`${path.relative(process.cwd(), target)} has ${Math.round(size / 1024)} KB.`);
