// Measures the cost of narrowing lists to a postcode and a day, and of choosing delivery methods for five stalls.
//
//   node scripts/bench/reach.mjs [--products=100000] [--stalls=2000] [--asks=20] [--postgres] [--keep=FOLDER]
//
// Each figure is a median. `first` is a page requested after a price has changed, one at a time, as a person waits for
// it. `again` is the same page requested once more. CPU is what the server's process computed for the first one,
// without the rest of the machine and without a Postgres. Statements are those of the first one. `new day` is requested
// after a delivery method has changed, so the open days of all stalls are worked out anew. A million products take
// minutes to fill.
import path from "node:path";
import { parseArgs } from "node:util";
import { openPostgres } from "../../tests/databases/start-postgres.mjs";
import { build } from "../prepare.mjs";
import { load as loadModule } from "./bundle.mjs";
import { ask, quantile } from "./load.mjs";
import { startServer } from "./server.mjs";
import { changeOnePrice } from "./shop.mjs";
import { printTable } from "./table.mjs";

const { values: options } = parseArgs({
  options: {
    products: { type: "string", default: "100000" },
    stalls: { type: "string", default: "2000" },
    asks: { type: "string", default: "20" },
    postgres: { type: "boolean", default: false },
    keep: { type: "string" },
  },
});
const [size, stalls, asks] = [Number(options.products), Number(options.stalls), Number(options.asks)];
const DAY = 86_400_000;
const cookie = (text) => ({
  cookie: `reach=${encodeURIComponent(Buffer.from(JSON.stringify(text)).toString("base64"))}`,
});
/** Returns the first day with that weekday (Sunday is 0) that is at least three days from now. */
const next = (weekday) => {
  const day = new Date(Date.now() + 3 * DAY);
  while (day.getUTCDay() !== weekday) day.setTime(day.getTime() + DAY);
  return day.toISOString().slice(0, 10);
};

await build();
const { openPlaces, fillCatalogue, filled, fillWays } = await loadModule("place.ts");
const postgres = options.postgres ? await openPostgres() : undefined;
const places = openPlaces(postgres?.url);
const name = `fieldstall-reach-${places.name.toLowerCase()}-${size}-${stalls}`;
const place = await places.make(options.keep && { folder: path.resolve(options.keep), name });
const began = Date.now();
const { productIds, category } = await (place.isFilled
  ? filled(place.database)
  : fillCatalogue(place.database, size, stalls));
console.log(`${places.name}: ${size} products of ${stalls} stalls in ${((Date.now() - began) / 1000).toFixed(1)} s`);
const shop = { place, productIds, server: await startServer(place.env) };

const statementsOf = ({ headers }) => Number(/(\d+) statements/.exec(headers["server-timing"] ?? "")?.[1] ?? NaN);
const middle = (values) =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );

async function measure(address, headers, change = (n) => changeOnePrice(shop, n)) {
  const figures = { first: [], again: [], cpu: [], statements: [] };
  for (let n = 0; n < asks + 2; n += 1) {
    await change(n);
    const before = shop.server.cpuMilliseconds();
    const first = await ask(shop.server.address + address, { headers });
    if (first.status !== 200) throw new Error(`${address} answered ${first.status}`);
    const cpu = shop.server.cpuMilliseconds() - before;
    const secondAnswer = await ask(shop.server.address + address, { headers });
    // The first two rounds are a warm-up.
    if (n < 2) continue;
    figures.first.push(first.milliseconds);
    figures.again.push(secondAnswer.milliseconds);
    figures.cpu.push(cpu);
    figures.statements.push(statementsOf(first));
  }
  return Object.values(figures).map(middle);
}

/** Changes the delivery methods, so that the open days are worked out anew. */
const changeOneWay = async () => {
  const { db, dialect } = place.database;
  await db
    .updateTable("deliveryMethods")
    .set({ updatedAt: new Date().toISOString() })
    .where("isActive", "=", 1)
    .execute();
  await dialect.announceChange(db, ["ways", "lists"]);
};

const rows = [];
for (const market of ["mixed", "local"]) {
  await fillWays(place.database, market);
  const inMarket = (label) => `${market}: ${label}`;
  const list = "/products";
  const inCategory = `/products?categoryId=${encodeURIComponent(category)}`;
  rows.push([inMarket("list, no postcode"), ...(await measure(list, cookie("")))]);
  rows.push([inMarket("list, a postcode"), ...(await measure(list, cookie("10500")))]);
  rows.push([inMarket("list, an evening"), ...(await measure(list, cookie(`10500~${next(4)}`)))]);
  rows.push([inMarket("list, Saturday"), ...(await measure(list, cookie(`10500~${next(6)}`)))]);
  rows.push([inMarket("category, a postcode"), ...(await measure(inCategory, cookie("10500")))]);
  rows.push([inMarket("list by price"), ...(await measure(`${list}?sort=price`, cookie("10500")))]);
  rows.push([inMarket("frequent word"), ...(await measure(`${list}?q=organic`, cookie("10500")))]);
  rows.push([inMarket("list, new day"), ...(await measure(list, cookie(`10500~${next(4)}`), changeOneWay))]);
  const rowOf = await place.database.db
    .selectFrom("products as p")
    .innerJoin("deliveryMethods as m", "m.merchantId", "p.merchantId")
    .select(["p._id", "p.merchantId"])
    .where("p.isPublic", "=", 1)
    .limit(5000)
    .execute();
  const five = [...new Map(rowOf.map((row) => [row.merchantId, row._id])).values()].slice(0, 5);
  rows.push([inMarket("product"), ...(await measure(`/products/${five[0]}`, cookie("10500")))]);
  rows.push([inMarket("checkout, five stalls"), ...(await measureOptions(five))]);
}
console.log(`\n${places.name}, ${size} products, ${stalls} stalls`);
printTable(["", "first, ms", "again, ms", "CPU ms", "statements"], rows);
await shop.server.stop();
await place.close();
await postgres?.stop();

async function measureOptions(products) {
  const body = JSON.stringify({
    carts: products.map((product) => ({ product, quantity: 1 })),
    address: { zipCode: "10500", city: "Burlington" },
  });
  const [took, cpu, statements] = [[], [], []];
  for (let n = 0; n < asks + 2; n += 1) {
    const before = shop.server.cpuMilliseconds();
    const start = performance.now();
    const response = await fetch(`${shop.server.address}/api/v1/product/delivery/options`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
    });
    await response.text();
    if (n < 2) continue;
    took.push(performance.now() - start);
    cpu.push(shop.server.cpuMilliseconds() - before);
    statements.push(Number(/(\d+) statements/.exec(response.headers.get("server-timing") ?? "")?.[1] ?? NaN));
  }
  // Every request works the options out anew, so there is no second figure.
  return [middle(took), "–", middle(cpu), middle(statements)];
}
