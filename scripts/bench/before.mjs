// How fast the shop is compared with an earlier build of it, in the same rounds: figures that a machine gave on another
// day say little.
//
//   git worktree add /tmp/earlier 32ec6937 && cd /tmp/earlier && npm ci && npm run build
//   node scripts/bench/before.mjs /tmp/earlier [--products=1000,100000] [--rounds=3] [--seconds=2] [--write]
//
// The earlier shop is filled by its own scripts/bench, on SQLite. At the smallest size, pages from the cache, pages of
// a reader with a cart or signed in, and the API are requested as fast as they are answered. At each size, the first
// page after a change is timed. --write puts the tables into docs/performance.md.
import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";
import { build, root } from "../prepare.mjs";
import { load as loadModule } from "./bundle.mjs";
import { thisMachine, writeChapter } from "./chapter.mjs";
import { ask } from "./load.mjs";
import { afterChanges, openShop } from "./shop.mjs";
import { markdownTable, median, spread } from "./table.mjs";
import { hasWrk, press } from "./wrk.mjs";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    products: { type: "string", default: "1000,100000" },
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "2" },
    write: { type: "boolean", default: false },
  },
});
const [earlier] = positionals;
if (!earlier) {
  console.error("Which folder has the earlier build? node scripts/bench/before.mjs FOLDER");
  process.exit(2);
}
const [rounds, seconds] = [Number(options.rounds), Number(options.seconds)];
const sizes = options.products.split(",").map(Number);

await build();
const CHECKOUTS = { before: earlier, now: root };
const shops = {};
for (const [when, checkout] of Object.entries(CHECKOUTS)) {
  const module = await loadModule("place.ts", checkout);
  const places = await module.openPlaces(undefined);
  shops[when] = [];
  for (const size of sizes) shops[when].push(await openShop(places, module, size, { checkout }));
}

/** Requests that are sent as fast as they are answered: their address and headers, for a shop. */
const PRESSED = {
  "kept page, visitor": ({ pages }) => [pages.list, {}],
  "list, with a cart": ({ pages, carrying }) => [pages.list, carrying],
  "home, signed in": ({ pages, signedIn }) => [pages.home, signedIn],
  "list, signed in": ({ pages, signedIn }) => [pages.list, signedIn],
  "product, signed in": ({ pages, signedIn }) => [pages.product, signedIn],
  "API, list of products": () => ["/api/v1/product/general", {}],
};
const figures = new Map();
const note = (key, figure) => figures.set(key, [...(figures.get(key) ?? []), figure]);
for (let round = 1; round <= rounds; round += 1) {
  for (const [name, requestsOf] of Object.entries(PRESSED))
    for (const when of Object.keys(CHECKOUTS)) {
      const [shop] = shops[when];
      const [address, headers] = requestsOf(shop);
      for (let n = 0; n < 3; n += 1) await ask(shop.server.address + address, { headers });
      note(`${name} ${when}`, (await press(shop.server, address, headers, seconds)).perSecond);
    }
  for (const page of Object.keys(shops.now[0].pages))
    for (const n of sizes.keys())
      for (const when of Object.keys(CHECKOUTS)) {
        const shop = shops[when][n];
        await afterChanges(shop, shop.pages[page], 3);
        note(`${page} ${shop.size} ${when}`, (await afterChanges(shop, shop.pages[page])).p50);
      }
  console.log(`round ${round} of ${rounds}`);
}

const compared = (key, digits, ratio) => {
  const [before, now] = [figures.get(`${key} before`), figures.get(`${key} now`)];
  return [spread(before, digits), spread(now, digits), ratio(median(before), median(now)).toFixed(2)];
};
const commit = execFileSync("git", ["-C", earlier, "rev-parse", "--short=8", "HEAD"], { encoding: "utf8" }).trim();
const text = `Written by \`node scripts/bench/before.mjs FOLDER --write\`: before is ${commit}, built; both in the same rounds on SQLite; ${rounds} rounds of ${seconds} s; load by ${hasWrk ? "wrk" : "Node"}, 16 connections, brotli; ${thisMachine()}. Median (smallest–largest).

${markdownTable(
  ["", "before, a second", "now, a second", "times as many"],
  Object.keys(PRESSED).map((name) => [name, ...compared(name, 0, (before, now) => now / before)]),
)}

${markdownTable(
  ["first page after a change, with a cart", "products", "before, ms", "now, ms", "of that"],
  Object.keys(shops.now[0].pages).flatMap((page) =>
    sizes.map((size) => [page, size, ...compared(`${page} ${size}`, 1, (before, now) => now / before)]),
  ),
)}`;
console.log(`\n${text}`);
if (options.write) writeChapter("performance.md", "Before and now", text);
for (const { server, place } of Object.values(shops).flat()) {
  await server.stop();
  await place.close();
}
