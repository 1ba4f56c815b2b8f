// How long a merchant's spreadsheet of 5,000 products takes, and how long other readers wait meanwhile.
//
//   node scripts/bench/spreadsheets.mjs [--postgres] [--rows=5000] [--rounds=3]
//
// The file is checked and imported as new products, exported, and imported again with other prices. Meanwhile a reader
// with a cart requests the home page again and again. The table shows the reader's longest wait for each step, and when
// nothing else goes on. All figures are the median of the rounds, in milliseconds.
import { parseArgs } from "node:util";
import { openPostgres } from "../../tests/databases/start-postgres.mjs";
import { build } from "../prepare.mjs";
import { load as loadModule } from "./bundle.mjs";
import { ask, quantile } from "./load.mjs";
import { startServer } from "./server.mjs";
import { printTable } from "./table.mjs";

const { values: options } = parseArgs({
  options: {
    postgres: { type: "boolean", default: false },
    rows: { type: "string", default: "5000" },
    rounds: { type: "string", default: "3" },
  },
});
const PRODUCTS = "/api/v1/product/manage-product";
const rows = Number(options.rows);

await build();
const { openPlaces, openStall } = await loadModule("place.ts");
const postgres = options.postgres ? await openPostgres() : undefined;
const places = openPlaces(postgres?.url);
const figures = new Map();
for (let round = 1; round <= Number(options.rounds); round += 1) {
  const place = await places.make();
  const stall = await openStall(place.database);
  const server = await startServer(place.env);
  for (let n = 0; n < 20; n += 1) await ask(`${server.address}/`, { headers: { cookie: "a=b" } });
  await step(
    server,
    "nothing else",
    () =>
      new Promise((resolve) => {
        setTimeout(resolve, 1000);
      }),
  );
  const checkReport = await step(server, "check, all new", () => check(server, stall, sheet(stall, 3)));
  await step(server, "take over, all new", () => call(server, stall, "POST", `/${checkReport.data._id}/apply`));
  const csv = await step(server, "export", () => call(server, stall, "GET", "/export", undefined, PRODUCTS));
  const secondReport = await step(server, "check, all with another price", () =>
    check(
      server,
      stall,
      csv
        .split("\r\n", rows + 1)
        .join("\r\n")
        .replaceAll(",3.50,", ",4.50,"),
    ),
  );
  await step(server, "take over, all with another price", () =>
    call(server, stall, "POST", `/${secondReport.data._id}/apply`),
  );
  await server.stop();
  await place.close();
}
console.log(`\n${places.name}. A spreadsheet of ${rows} products`);
const middle = (list) =>
  quantile(
    list.toSorted((a, b) => a - b),
    0.5,
  );
printTable(
  ["", "took", "another reader waited at most"],
  [...figures].map(([name, measured]) => [
    name,
    middle(measured.map(({ took }) => took)),
    middle(measured.map(({ longest }) => longest)),
  ]),
);
await postgres?.stop();

/** Does the work while a reader requests pages. Notes how long the work took and the reader's longest wait. */
async function step(server, name, work) {
  let working = true;
  let longest = 0;
  const reading = (async () => {
    while (working)
      longest = Math.max(longest, (await ask(`${server.address}/`, { headers: { cookie: "a=b" } })).milliseconds);
  })();
  const began = performance.now();
  const result = await work();
  const took = performance.now() - began;
  working = false;
  await reading;
  figures.set(name, [...(figures.get(name) ?? []), { took, longest }]);
  return result;
}

function sheet({ category }, dollars) {
  const lines = Array.from(
    { length: rows },
    (_, n) =>
      `NEW-${n},Early Hillside Apples number ${n},"Picked in the morning and packed by noon. Keeps for a week in a cool, dark place; best within three days.",${dollars}.50,${n % 90},${category},"fresh, market",Size: Large | Bundle: 4 pieces,2900000000017,1.2`,
  );
  return ["SKU,Title,Description,Price,Quantity,Product category,Tags,Variations,Barcode,Weight", ...lines].join("\n");
}

async function check(server, stall, csv) {
  const form = new FormData();
  form.set("file", new File([csv], "products.csv", { type: "text/csv" }));
  const report = await call(server, stall, "POST", "", form);
  if (report.data.wrong > 0) throw new Error(JSON.stringify(report.data.docs[0]));
  return report;
}

async function call(server, { token }, method, path, body, base = `${PRODUCTS}/import`) {
  const answer = await fetch(server.address + base + path, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body && { body }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 300)}`);
  return answer.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text;
}
