// Tests Varnish in front of the shop, with docs/operations/varnish.vcl, under visitors, people who are signed in or
// carry a cart, and a merchant who changes prices. Measures how often Varnish has the page, how long it shows an old
// price, what it shows while the shop is gone, and whether a cached page ever contains personal data.
//
//   npm run varnish -- [--seconds=30] [--changes=4] [--products=1000]
//
// Needs varnishd with the vmod xkey (apt-get install varnish varnish-modules).
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { build } from "../prepare.mjs";
import { load as loadModule } from "./bundle.mjs";
import { quantile } from "./load.mjs";
import { freePort } from "./server.mjs";
import { openShop } from "./shop.mjs";
import { printTable } from "./table.mjs";
import { hasVarnish, startVarnish } from "./varnishd.mjs";

const { values: options } = parseArgs({
  options: {
    seconds: { type: "string", default: "30" },
    changes: { type: "string", default: "4" },
    products: { type: "string", default: "1000" },
  },
});
const [VISITORS, SIGNED_IN, LONGEST_OLD_MS] = [6, 2, 10_000];
/** After a minute no cached page is fresh, and Varnish has long noticed that the shop is gone. */
const UNTIL_STALE_MS = 65_000;
const ENCODINGS = ["br", "gzip"];
/** The shop purges the pages of a change a second time after two seconds. */
const PURGED_MS = 3000;
/** The parts of a page that belong to a person: their name, a form that is theirs alone, what is in their cart. */
const PERSONAL = /Qzx\dnamed|name="_key"|Shopping Cart, [1-9]/;

if (!hasVarnish) {
  console.error("It needs varnishd and its vmod xkey (apt-get install varnish varnish-modules).");
  process.exit(1);
}
await build();
const module = await loadModule("place.ts");
const port = await freePort();
const shop = await openShop(module.openPlaces(undefined), module, Number(options.products), {
  env: { PURGE_URL: `http://127.0.0.1:${port}/purge`, TRUST_PROXY: "1" },
});
const stall = await module.openStall(shop.place.database);
const varnish = await startVarnish(shop.server.address, port);
const ownIds = (await call("/product/manage-product", stall.token)).docs.map(({ _id }) => _id);
const { _id: stallId } = await call("/user", stall.token);
/** By product: its price, and the time since which no request may get an older one. */
const prices = new Map();
const people = [
  ...(await namedPeople()),
  { cookie: `cartItems=${cart(`${shop.productIds[0]}.1`)}`, shows: /Shopping Cart, 1 / },
];
const addresses = [
  ...Object.values(shop.pages),
  `/stalls/${stallId}`,
  "/about",
  "/products?sort=price",
  ...ownIds.map((id) => `/products/${id}`),
  ...shop.productIds.slice(0, 20).map((id) => `/products/${id}`),
];
const count = { visitors: 0, hits: 0, people: 0, personal: 0, impersonal: 0, failed: 0, stale: 0, gone: 0 };
const [untilNew, olderBy] = [[], []];
const until = Date.now() + Number(options.seconds) * 1000;
await Promise.all([...Array.from({ length: VISITORS }, (_, n) => visit(n)), ...people.map(read), changePrices()]);
await pause(PURGED_MS);
await askForAll();
await shop.server.stop();
await pause(UNTIL_STALE_MS);
for (const { status } of await askForAll()) count[status === 200 ? "stale" : "gone"] += 1;
const { status: personWithoutShop } = await ask("/", { cookie: people[0].cookie });
await varnish.stop();
await shop.place.close();
report();

function cart(lines) {
  return encodeURIComponent(Buffer.from(JSON.stringify(lines)).toString("base64"));
}

async function call(address, token, init = {}) {
  const answer = await fetch(`${shop.server.address}/api/v1${address}`, { headers: { Authorization: token }, ...init });
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()).data;
}

async function ask(address, headers) {
  const answer = await fetch(varnish.address + address, { headers });
  const { status } = answer;
  return { status, hit: answer.headers.get("X-Cache") === "hit", headers: answer.headers, html: await answer.text() };
}

function isPersonal({ headers, html }) {
  return headers.has("Set-Cookie") || PERSONAL.test(html);
}

/** Makes signed-in buyers, each with a name that occurs nowhere else. */
async function namedPeople() {
  const tokens = await module.fillBuyers(shop.place.database, SIGNED_IN);
  return Promise.all(
    tokens.map(async (token, n) => {
      const form = new FormData();
      form.set("firstName", `Qzx${n}named`);
      await fetch(`${shop.server.address}/api/v1/user`, {
        method: "PUT",
        headers: { Authorization: token },
        body: form,
      });
      return { cookie: `authToken=${cart(token)}`, shows: new RegExp(`Qzx${n}named`) };
    }),
  );
}

async function visit(n) {
  for (let round = n; Date.now() < until; round += 1) {
    // Some pages are asked for far more often than others.
    const address = addresses[Math.floor(addresses.length * Math.random() ** 2)];
    const link = round % 5 === 0 ? `${address}${address.includes("?") ? "&" : "?"}utm_source=letter${round}` : address;
    const startedAt = performance.now();
    const answer = await ask(link, {
      "Accept-Encoding": ["br", "gzip, deflate, br, zstd", "gzip"][round % 3],
      ...(round % 2 && { cookie: `browser=word${round}` }),
    });
    count.visitors += 1;
    if (answer.status !== 200) count.failed += 1;
    if (answer.hit) count.hits += 1;
    if (isPersonal(answer)) count.personal += 1;
    const price = prices.get(/^\/products\/(\w{24})$/.exec(address)?.[1]);
    if (price && startedAt > price.since && !answer.html.includes(price.price)) olderBy.push(startedAt - price.since);
  }
}

/** Reads pages as a person who is signed in or has a cart: each page must be made for that person. */
async function read({ cookie, shows }) {
  for (let round = 0; Date.now() < until; round += 1) {
    const answer = await ask(addresses[round % 8], { cookie });
    count.people += 1;
    if (answer.hit || !shows.test(answer.html)) count.impersonal += 1;
    await pause(50);
  }
}

async function changePrices() {
  for (let n = 0; Date.now() < until; n += 1) {
    const product = ownIds[n % ownIds.length];
    prices.delete(product);
    await call("/product/manage-product/many", stall.token, {
      method: "POST",
      headers: { Authorization: stall.token, "Content-Type": "application/json" },
      body: JSON.stringify({
        products: [{ product }],
        change: { what: "price", percent: n % (2 * ownIds.length) < ownIds.length ? 7 : -5 },
      }),
    });
    const since = performance.now();
    const price = (await call(`/product/general/${product}`, stall.token)).amount.toFixed(2);
    prices.set(product, { price, since });
    while (performance.now() - since < LONGEST_OLD_MS) {
      if ((await ask(`/products/${product}`, {})).html.includes(price)) break;
      await pause(2);
    }
    untilNew.push(performance.now() - since);
    await pause(Math.max(0, 1000 / Number(options.changes) - (performance.now() - since)));
  }
}

/** Requests every page in each encoding and searches it for personal data. With the shop gone, all are Varnish's. */
async function askForAll() {
  const answers = [];
  for (const address of addresses)
    for (const encoding of ENCODINGS) answers.push(await ask(address, { "Accept-Encoding": encoding }));
  count.personal += answers.filter(isPersonal).length;
  return answers;
}

function report() {
  const sorted = untilNew.toSorted((a, b) => a - b);
  printTable(
    ["", "figure"],
    [
      ["requests of visitors", count.visitors],
      ["answered by Varnish, %", (100 * count.hits) / count.visitors],
      ["requests of people who are signed in or carry something", count.people],
      ["changes of a price", untilNew.length],
      ["from a change to the new page, ms: median", quantile(sorted, 0.5)],
      ["p99", quantile(sorted, 0.99)],
      ["an old price shown to who asked after the change", olderBy.length],
      ["longest after it, ms", Math.max(0, ...olderBy)],
      ["something of a person in a visitor's page", count.personal],
      ["a visitor's page shown to a person", count.impersonal],
      ["failed", count.failed],
      ["the shop gone: pages still shown, by address and encoding", count.stale],
      ["the shop gone: pages no longer shown", count.gone],
      ["the shop gone: a person's page, HTTP", personWithoutShop],
    ],
  );
  const well = count.personal + count.impersonal + count.failed + count.gone === 0 && count.stale > 0;
  process.exit(well ? 0 : 1);
}
