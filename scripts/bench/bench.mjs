// How fast the shop is, compared with what bare Node and a bare Remix can do on this machine at this moment.
//
//   npm run bench -- [--products=1000,100000,1000000] [--rounds=5] [--seconds=2] [--postgres] [--keep=FOLDER] [--write]
//
// Starts the built server on a filled shop of each size, and two references: bare node:http with 30 KB from memory, and
// a Remix that renders ten cards. All take turns. Each figure is the median of the rounds, with the smallest and the
// largest. Machines and their neighbours differ: the ratios of one run say more than its figures, and CPU time says
// more than elapsed time. A million products take minutes to fill. --keep=FOLDER keeps filled shops there for the next
// run. With --server=postgres://…, which must be on this machine, they are kept in databases of that server. --write
// puts the tables into docs/performance.md.
import { cpus } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { openPostgres } from "../../tests/databases/start-postgres.mjs";
import { build } from "../prepare.mjs";
import { load as loadModule } from "./bundle.mjs";
import { writeChapter } from "./chapter.mjs";
import { ask } from "./load.mjs";
import { addressHere, startReference } from "./server.mjs";
import { afterChanges, changeOnePrice, openShop, quantiles } from "./shop.mjs";
import { markdownTable, median, spread } from "./table.mjs";
import { hasWrk, press } from "./wrk.mjs";

const { values: options } = parseArgs({
  options: {
    products: { type: "string", default: "1000" },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "2" },
    postgres: { type: "boolean", default: false },
    server: { type: "string" },
    keep: { type: "string" },
    write: { type: "boolean", default: false },
  },
});
const [rounds, seconds] = [Number(options.rounds), Number(options.seconds)];
const CHANGES_A_SECOND = 20;

await build();
const module = await loadModule("place.ts");
if (options.server) addressHere(options.server);
const postgres = options.postgres && !options.server ? await openPostgres() : undefined;
const places = module.openPlaces(options.server ?? postgres?.url);
const sizes = options.products.split(",").map(Number);
const open = (size) => openShop(places, module, size, { keep: options.keep && path.resolve(options.keep) });
const smallest = await open(sizes[0]);
const [bare, remix] = [await startReference("bare"), await startReference("remix")];
/** Requests to the smallest shop, sent as fast as they are answered, each with the name of its reference. */
const PRESSED = [
  ["bare node:http, 30 KB", bare, "/", {}],
  ["bare Remix, ten cards", remix, "/", {}],
  ["bare Remix, a call", remix, "/call", {}],
  ["kept page, visitor", smallest.server, smallest.pages.list, {}, "bare node:http, 30 KB"],
  ["list, with a cart", smallest.server, smallest.pages.list, smallest.carrying, "bare Remix, ten cards"],
  ["home, signed in", smallest.server, smallest.pages.home, smallest.signedIn, "bare Remix, ten cards"],
  ["list, signed in", smallest.server, smallest.pages.list, smallest.signedIn, "bare Remix, ten cards"],
  ["product, signed in", smallest.server, smallest.pages.product, smallest.signedIn, "bare Remix, ten cards"],
  ["API, list of products", smallest.server, "/api/v1/product/general", {}, "bare Remix, a call"],
];
const rates = new Map();
const waits = new Map();
const note = (to, name, measured) => to.set(name, [...(to.get(name) ?? []), measured]);

// Only the smallest shop and the references run now. The other shops are opened later.
for (let round = 1; round <= rounds; round += 1) {
  for (const [name, server, address, headers] of PRESSED) {
    for (let n = 0; n < 3; n += 1) await ask(server.address + address, { headers });
    note(rates, name, await press(server, address, headers, seconds));
  }
  console.log(`as fast as it answers: round ${round} of ${rounds}`);
}

const pagesOf = ({ pages, foodPages }) => ({ ...pages, ...foodPages });
const shops = [smallest];
for (const size of sizes.slice(1)) shops.push(await open(size));
for (let round = 1; round <= rounds; round += 1) {
  // Page by page, and each page is requested before it is measured. Otherwise the smallest shop's server would still be
  // warm from the load above, and the first page of every other shop would also pay for its warm-up.
  for (const page of Object.keys(pagesOf(smallest)))
    for (const shop of shops) {
      const address = pagesOf(shop)[page];
      await afterChanges(shop, address);
      note(waits, `${page} ${shop.size} after`, await afterChanges(shop, address));
      note(waits, `${page} ${shop.size} amid`, await amidChanges(shop, address));
    }
  console.log(`while data change: round ${round} of ${rounds}`);
}

const pressed = markdownTable(
  ["", "a second", "CPU ms each", "CPU of the reference", "its rate"],
  PRESSED.map(([name, , , , reference]) => {
    const measured = rates.get(name);
    const compared = (field, over) =>
      reference
        ? spread(
            measured.map((one, n) => over(one[field], rates.get(reference)[n][field])),
            2,
          )
        : "";
    return [
      name,
      spread(
        measured.map(({ perSecond }) => perSecond),
        0,
      ),
      spread(
        measured.map(({ cpu }) => cpu),
        3,
      ),
      compared("cpu", (ourFigure, its) => its / ourFigure),
      compared("perSecond", (ourFigure, its) => ourFigure / its),
    ];
  }),
);
const changesTable = markdownTable(
  ["", "products", "first after a change, ms", `× ${smallest.size}`, `p50 amid ${CHANGES_A_SECOND} changes/s`, "p99"],
  Object.keys(pagesOf(smallest)).flatMap((page) =>
    shops.map(({ size }) => {
      const [after, amid] = ["after", "amid"].map((kind) => waits.get(`${page} ${size} ${kind}`));
      const first = (of) => median(waits.get(`${page} ${of} after`).map(({ p50 }) => p50));
      return [
        page,
        size,
        spread(
          after.map(({ p50 }) => p50),
          1,
        ),
        (first(size) / first(smallest.size)).toFixed(2),
        spread(
          amid.map(({ p50 }) => p50),
          1,
        ),
        spread(
          amid.map(({ p99 }) => p99),
          1,
        ),
      ];
    }),
  ),
);
const provenance = `Written by \`npm run bench -- --write\`: ${places.name}; ${cpus().length} × ${cpus()[0]?.model.trim()}; Node ${process.versions.node}; ${rounds} rounds of ${seconds} s; load by ${hasWrk ? "wrk, 16 connections" : "Node, 16 connections"}, brotli. Median (smallest–largest).`;
const chapters = {
  "As fast as it answers": `${provenance}

${pressed}

A ratio of CPU or rate above 1 is faster than the reference.`,
  "While data change": `${provenance}

With a cart. First after a change: one page at a time, each after a price has changed. Amid changes: one reader while prices change.

Up to 2,000 products a list counts what each filter would leave, so it costs more at 1,000 than at 100,000; the frequent word is in a fifth of the products, of which the newest 2,000 are looked at.

${changesTable}`,
};
for (const [title, text] of Object.entries(chapters)) {
  console.log(`\n## ${title}\n\n${text}`);
  if (options.write) writeChapter("performance.md", title, text);
}
for (const server of [bare, remix, ...shops.map((shop) => shop.server)]) await server.stop();
for (const { place } of shops) await place.close();
await postgres?.stop();

/** Measures one reader, page after page for `seconds` seconds, while prices change. */
async function amidChanges(shop, address) {
  const took = [];
  let changes = 0;
  const timer = setInterval(() => void changeOnePrice(shop, (changes += 1)), 1000 / CHANGES_A_SECOND);
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end)
    took.push((await ask(shop.server.address + address, { headers: shop.carrying })).milliseconds);
  clearInterval(timer);
  return quantiles(took);
}
