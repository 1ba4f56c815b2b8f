// How fast the public pages are with 1,000 and with 100,000 products.
//
//   node scripts/bench/pages.mjs [--postgres] [--rounds=3] [--only=search]
//
// Each page is asked for as a visitor without cookies, whose pages the server keeps; the same while orders go on;
// with a cart, for whom every page is rendered; and with a cart just after a change, when counts and categories must
// be read anew. Both sizes take turns, and each figure is the median of the rounds. Milliseconds; CPU is what the
// server's process computed for one page (where the others are noisy, trust this one; a Postgres computes elsewhere).
// `x` is the larger size's figure over the smaller's.
import { parseArgs } from "node:util";
import { openPostgres } from "../../tests/databases/start-postgres.mjs";
import { build } from "../prepare.mjs";
import { load as loadModule } from "./bundle.mjs";
import { ask, load, quantile } from "./load.mjs";
import { startServer } from "./server.mjs";
import { printTable } from "./table.mjs";

const SIZES = [1000, 100_000];
const PRODUCTS_A_PAGE = 10;
const MANY = 50;
const BOUNDS = { connections: 4, requests: 600, seconds: 3 };
const ASKED_AFTER_CHANGES = 40;
const ORDERS_A_SECOND = 10;
const BUYERS = 50;
const ADDRESS = {
  firstName: "Ada",
  lastName: "Byron",
  streetAddress: "12 Orchard Row",
  city: "Burlington",
  countryRegion: "United States",
  states: "Vermont",
  zipCode: "05401",
};

const { values: wanted } = parseArgs({
  options: {
    postgres: { type: "boolean", default: false },
    rounds: { type: "string", default: "3" },
    only: { type: "string", default: "" },
  },
});
const rounds = Number(wanted.rounds);

build();
const { openPlaces, fillBuyers, fillCatalogue, WORDS } = await loadModule("place.ts");
const postgres = wanted.postgres ? await openPostgres() : undefined;
const places = openPlaces(postgres?.url);
const shops = [];
for (const size of SIZES) shops.push(await openShop(size));

const names = Object.keys(shops[0].pages).filter((name) => name.includes(wanted.only));
const figures = new Map();
for (let round = 1; round <= rounds; round += 1) {
  for (const name of names) {
    for (const shop of shops) {
      const urls = shop.pages[name].map((path) => shop.server.address + path);
      for (const [kind, measure] of [
        ["kept", measureKept],
        ["busy", measureWhileOrdersGoOn],
        ["cart", measureWithCart],
        ["changed", measureAfterChanges],
      ]) {
        const key = `${name} ${kind} ${shop.size}`;
        figures.set(key, [...(figures.get(key) ?? []), await measure(shop, urls)]);
      }
    }
  }
}

const KINDS = {
  kept: { title: "Without cookies: kept pages", columns: { "req/s": "perSecond", p50: "p50", p99: "p99" } },
  busy: {
    title: `Without cookies, while ${ORDERS_A_SECOND} orders a second go on`,
    columns: { "req/s": "perSecond", p50: "p50", p99: "p99" },
  },
  cart: {
    title: "With a cart: rendered every time",
    columns: { "req/s": "perSecond", p50: "p50", p99: "p99", CPU: "cpu", SQL: "statements" },
  },
  changed: {
    title: "With a cart, just after a change, one at a time",
    columns: { p50: "p50", p99: "p99", CPU: "cpu", SQL: "statements" },
  },
};
const [small, large] = shops;
for (const [kind, { title, columns }] of Object.entries(KINDS)) {
  const compared = Object.keys(columns).filter((column) => column !== "req/s" && column !== "SQL");
  const figure = (name, shop, column) =>
    quantile(
      figures
        .get(`${name} ${kind} ${shop.size}`)
        .map((measured) => measured[columns[column]])
        .sort((a, b) => a - b),
      0.5,
    );
  console.log(`\n${places.name}. ${title}`);
  printTable(
    [
      "",
      ...shops.flatMap(({ size }) => [`${size}:`, ...Object.keys(columns)]),
      ...compared.map((column) => `x ${column}`),
    ],
    names.map((name) => [
      name,
      ...shops.flatMap((shop) => ["", ...Object.keys(columns).map((column) => figure(name, shop, column))]),
      ...compared.map((column) => figure(name, large, column) / figure(name, small, column)),
    ]),
  );
}
for (const shop of shops) {
  await shop.server.stop();
  await shop.place.close();
}
await postgres?.stop();

async function openShop(size) {
  const place = await places.make();
  const began = Date.now();
  const { productIds, category } = await fillCatalogue(place.database, size);
  console.log(`${places.name}: ${size} products in ${((Date.now() - began) / 1000).toFixed(1)} s`);
  const last = Math.ceil(productIds.length / PRODUCTS_A_PAGE);
  const search = (q) => [`/products?q=${encodeURIComponent(q)}`];
  return {
    size,
    place,
    productIds,
    buyers: await fillBuyers(place.database, BUYERS),
    server: await startServer(place.env),
    cookie: `cartItems=${encodeURIComponent(Buffer.from(JSON.stringify(`${productIds[0]}.2~${productIds[1]}.1`)).toString("base64"))}`,
    pages: {
      home: ["/"],
      shop: ["/products"],
      "shop, page in the middle": [`/products?page=${Math.ceil(last / 2)}`],
      "shop, last page": [`/products?page=${last}`],
      "search, frequent word": search(WORDS.frequent),
      "search, two words": search(`${WORDS.frequent} ${WORDS.medium}`),
      "search, rare word": search(WORDS.rare),
      "search, two letters": search(WORDS.twoLetters),
      "search, frequent, price": [`${search(WORDS.frequent)[0]}&sort=price`],
      "category, price": [`/products?categoryId=${category}&sort=price`],
      "category, frequent word": [`${search(WORDS.frequent)[0]}&categoryId=${category}`],
      product: Array.from(
        { length: MANY },
        (_, index) => `/products/${productIds[Math.floor((index * productIds.length) / MANY)]}`,
      ),
    },
  };
}

async function measureKept(_, urls) {
  for (const url of urls) await ask(url);
  return load(urls, { ...BOUNDS, requests: BOUNDS.requests * 5 });
}

/** The same while signed-in buyers begin to pay for one piece each: that takes it out of stock. */
async function measureWhileOrdersGoOn({ server, buyers, productIds }, urls) {
  for (const url of urls) await ask(url);
  let going = true;
  let placed = 0;
  const ordering = (async () => {
    for (const token of endlessly(buyers)) {
      if (!going) return;
      const product = productIds[(placed * 7919) % productIds.length];
      const answer = await fetch(`${server.address}/api/v1/product/payment/initialize`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        body: JSON.stringify({ carts: [{ product, quantity: 1 }], billing: ADDRESS }),
      });
      await answer.arrayBuffer();
      // What is sold out is refused.
      if (!answer.ok && answer.status !== 409) throw new Error(`An order was answered ${answer.status}.`);
      placed += 1;
      await new Promise((resolve) => {
        setTimeout(resolve, 1000 / ORDERS_A_SECOND);
      });
    }
  })();
  const measured = await load(urls, { ...BOUNDS, requests: Infinity });
  going = false;
  await ordering;
  return measured;
}

function* endlessly(list) {
  for (;;) yield* list;
}

async function measureWithCart({ server, cookie }, urls) {
  const headers = { cookie };
  for (const url of urls) await ask(url, { headers });
  const {
    headers: { "server-timing": timing },
  } = await ask(urls[0], { headers });
  const before = server.cpuMilliseconds();
  const loaded = await load(urls, { ...BOUNDS, headers });
  return { ...loaded, cpu: (server.cpuMilliseconds() - before) / loaded.answered, statements: statementsOf(timing) };
}

/** One page after another, each after something public has changed. */
async function measureAfterChanges(
  {
    server,
    place: {
      database: { db, dialect },
    },
    cookie,
  },
  urls,
) {
  const took = [];
  let statements = 0;
  const before = server.cpuMilliseconds();
  for (let n = 0; n < ASKED_AFTER_CHANGES; n += 1) {
    // What SQLite's other connections see is a commit; Postgres is told.
    await db
      .insertInto("counters")
      .values({ name: "bench", value: n })
      .onConflict((oc) => oc.column("name").doUpdateSet({ value: n }))
      .execute();
    await dialect.announceChange(db);
    const { milliseconds, headers } = await ask(urls[n % urls.length], { headers: { cookie } });
    statements = statementsOf(headers["server-timing"]);
    took.push(milliseconds);
  }
  const cpu = (server.cpuMilliseconds() - before) / took.length;
  took.sort((a, b) => a - b);
  return { p50: quantile(took, 0.5), p99: quantile(took, 0.99), cpu, statements };
}

function statementsOf(timing) {
  return Number(/(\d+) statements/.exec(timing)?.[1]);
}
