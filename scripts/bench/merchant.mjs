// How fast a merchant's pages are with 100 and with 100,000 orders.
//
//   node scripts/bench/merchant.mjs [--postgres] [--rounds=3] [--only=dashboard]
//
// Both sizes take turns, and each figure is the median of the rounds, in milliseconds. CPU is what the server's process
// computed for one page. On a noisy machine, trust this figure most; it does not include the work of a Postgres. `x` is
// the larger size's figure divided by the smaller's.
import { parseArgs } from "node:util";
import { openPostgres } from "../../tests/databases/start-postgres.mjs";
import { build } from "../prepare.mjs";
import { load as loadModule } from "./bundle.mjs";
import { ask, load, quantile } from "./load.mjs";
import { startServer } from "./server.mjs";
import { printTable } from "./table.mjs";

const SIZES = [100, 100_000];
const BOUNDS = { connections: 2, requests: 300, seconds: 3 };
const [ORDERS_A_PAGE, PAYMENTS_A_PAGE] = [10, 5];

const { values: options } = parseArgs({
  options: {
    postgres: { type: "boolean", default: false },
    rounds: { type: "string", default: "3" },
    only: { type: "string", default: "" },
  },
});

await build();
const { openPlaces, fillOrders, CUSTOMERS } = await loadModule("place.ts");
const postgres = options.postgres ? await openPostgres() : undefined;
const places = openPlaces(postgres?.url);
const stalls = [];
for (const size of SIZES) {
  const place = await places.make();
  const began = Date.now();
  const token = await fillOrders(place.database, size);
  console.log(`${places.name}: ${size} orders in ${((Date.now() - began) / 1000).toFixed(1)} s`);
  stalls.push({
    size,
    place,
    server: await startServer(place.env),
    headers: { cookie: `authToken=${encodeURIComponent(Buffer.from(JSON.stringify(token)).toString("base64"))}` },
  });
}

const names = Object.keys(pagesOf(SIZES[0])).filter((name) => name.includes(options.only));
const figures = new Map();
for (let round = 1; round <= Number(options.rounds); round += 1) {
  for (const name of names) {
    for (const { size, server, headers } of stalls) {
      const url = server.address + pagesOf(size)[name];
      // Two requests: only after the first are all connections to a Postgres open.
      await ask(url, { headers });
      const {
        headers: { "server-timing": timing },
      } = await ask(url, { headers });
      const before = server.cpuMilliseconds();
      const loaded = await load([url], { ...BOUNDS, headers });
      const measured = {
        ...loaded,
        cpu: (server.cpuMilliseconds() - before) / loaded.answered,
        statements: Number(/(\d+) statements/.exec(timing)?.[1]),
      };
      figures.set(`${name} ${size}`, [...(figures.get(`${name} ${size}`) ?? []), measured]);
    }
  }
}

const figure = (name, { size }, measure) =>
  quantile(
    figures
      .get(`${name} ${size}`)
      .map((measured) => measured[measure])
      .sort((a, b) => a - b),
    0.5,
  );
const [small, large] = stalls;
console.log(`\n${places.name}. Pages of one merchant, rendered every time`);
printTable(
  ["", ...stalls.flatMap(({ size }) => [`${size}: req/s`, "p50", "p99", "CPU", "SQL"]), "x p50", "x p99", "x CPU"],
  names.map((name) => [
    name,
    ...stalls.flatMap((stall) =>
      ["perSecond", "p50", "p99", "cpu", "statements"].map((measure) => figure(name, stall, measure)),
    ),
    ...["p50", "p99", "cpu"].map((measure) => figure(name, large, measure) / figure(name, small, measure)),
  ]),
);
for (const { server, place } of stalls) {
  await server.stop();
  await place.close();
}
await postgres?.stop();

/** Returns the address of each kind of page with its filters, and the first and last page of every list. */
function pagesOf(size) {
  const [year, last] = [Number(dayAgo(0).slice(0, 4)), (rows) => Math.floor((size * 0.9) / rows)];
  const search = (q) => `/merchant/orders?q=${encodeURIComponent(q)}`;
  return {
    dashboard: "/merchant",
    "sales report, 30 days": "/merchant/sales_report",
    "sales report, 12 months": `/merchant/sales_report?since=${dayAgo(364)}&until=${dayAgo(0)}`,
    orders: "/merchant/orders",
    "orders, a late page": `/merchant/orders?page=${last(ORDERS_A_PAGE)}`,
    "orders, delivered": "/merchant/orders?status=Delivered",
    "orders, delivered, late": `/merchant/orders?status=Delivered&page=${Math.floor(last(ORDERS_A_PAGE) * 0.8)}`,
    "orders, cancelled": "/merchant/orders?status=Cancelled",
    "orders, half a year": `/merchant/orders?since=${dayAgo(300)}&until=${dayAgo(120)}`,
    "orders, until a day": `/merchant/orders?until=${dayAgo(120)}`,
    "orders, delivered, half a year": `/merchant/orders?status=Delivered&since=${dayAgo(300)}&until=${dayAgo(120)}`,
    ...Object.fromEntries(Object.entries(CUSTOMERS).map(([kind, q]) => [`search, ${kind}`, search(q)])),
    "search, frequent, late": `${search(CUSTOMERS.frequent)}&page=${Math.min(30, Math.floor(last(ORDERS_A_PAGE) / 30))}`,
    "search, frequent, cancelled": `${search(CUSTOMERS.frequent)}&status=Cancelled`,
    "search, number": search("#10050"),
    payments: "/merchant/payments",
    "payments, a late page": `/merchant/payments?page=${last(PAYMENTS_A_PAGE)}`,
    ...Object.fromEntries(
      ["", "Paid", "Refunded", "Failed"].flatMap((status) =>
        [
          ["", ""],
          ["this", year],
          ["last", year - 1],
        ].flatMap(([qualifier, option]) => {
          const name = ["payments", status.toLowerCase(), qualifier && `${qualifier} year`].filter(Boolean).join(", ");
          return status || qualifier ? [[name, `/merchant/payments?status=${status}&year=${option}`]] : [];
        }),
      ),
    ),
    "payments, paid, this year, late": `/merchant/payments?status=Paid&year=${year}&page=${Math.floor(last(PAYMENTS_A_PAGE) * 0.8)}`,
  };
}

function dayAgo(days) {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}
