// How fast a merchant's pages are with 100 and with 100,000 orders.
//
//   node scripts/bench/merchant.mjs [--postgres] [--rounds=3] [--only=dashboard]
//
// Both sizes take turns, and each figure is the median of the rounds. Milliseconds; `x` is the larger size's figure over
// the smaller's.
import { parseArgs } from "node:util";
import { build } from "../prepare.mjs";
import { load as loadModule } from "./bundle.mjs";
import { ask, load, quantile } from "./load.mjs";
import { startServer } from "./server.mjs";
import { printTable } from "./table.mjs";

const SIZES = [100, 100_000];
const BOUNDS = { connections: 2, requests: 300, seconds: 3 };
const PAGES = {
  "dashboard": "/merchant",
  "sales report, 30 days": "/merchant/sales_report",
  "sales report, 12 months": `/merchant/sales_report?since=${dayAgo(364)}&until=${dayAgo(0)}`,
  "orders": "/merchant/orders",
  "payments": "/merchant/payments",
};

const { values: wanted } = parseArgs({ options: { postgres: { type: "boolean", default: false }, rounds: { type: "string", default: "3" }, only: { type: "string", default: "" } } });

build();
const { openPlaces, fillOrders } = await loadModule("place.ts");
const places = await openPlaces(wanted.postgres);
const stalls = [];
for (const size of SIZES) {
  const place = await places.make();
  const began = Date.now();
  const token = await fillOrders(place.database, size);
  console.log(`${places.name}: ${size} orders in ${((Date.now() - began) / 1000).toFixed(1)} s`);
  stalls.push({ size, place, server: await startServer(place.env), headers: { cookie: `authToken=${encodeURIComponent(Buffer.from(JSON.stringify(token)).toString("base64"))}` } });
}

const names = Object.keys(PAGES).filter((name) => name.includes(wanted.only));
const figures = new Map();
for (let round = 1; round <= Number(wanted.rounds); round += 1) {
  for (const name of names) {
    for (const { size, server, headers } of stalls) {
      const url = server.address + PAGES[name];
      const { headers: { "server-timing": timing } } = await ask(url, { headers });
      const measured = { ...(await load([url], { ...BOUNDS, headers })), statements: Number(/(\d+) statements/.exec(timing)?.[1]) };
      figures.set(`${name} ${size}`, [...(figures.get(`${name} ${size}`) ?? []), measured]);
    }
  }
}

const figure = (name, { size }, what) => quantile(figures.get(`${name} ${size}`).map((measured) => measured[what]).sort((a, b) => a - b), 0.5);
const [small, large] = stalls;
console.log(`\n${places.name}. Pages of one merchant, rendered every time`);
printTable(
  ["", ...stalls.flatMap(({ size }) => [`${size}: req/s`, "p50", "p99", "SQL"]), "x p50", "x p99"],
  names.map((name) => [
    name,
    ...stalls.flatMap((stall) => ["perSecond", "p50", "p99", "statements"].map((what) => figure(name, stall, what))),
    ...["p50", "p99"].map((what) => figure(name, large, what) / figure(name, small, what)),
  ]),
);
for (const { server, place } of stalls) {
  await server.stop();
  await place.close();
}
await places.close();

function dayAgo(days) {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}
