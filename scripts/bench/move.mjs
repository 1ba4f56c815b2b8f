// How long a whole shop takes to move from SQLite to Postgres, and whether both sides are the same afterwards.
//
//   node scripts/bench/move.mjs [--products=5000] [--orders=20000]
//
// The shop is the demo with its pictures, plus more products and orders. The move is killed twice and run again. At the
// end the shop is served from Postgres, its pages are requested, and `npm run doctor` checks it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { openPostgres } from "../../tests/databases/start-postgres.mjs";
import { build, root } from "../prepare.mjs";
import { load as loadModule } from "./bundle.mjs";
import { PRODUCTION, startServer } from "./server.mjs";

/** Output of the move after which it is killed: rows are on their way; all have come and are being compared. */
const KILLED_WHEN = [/^\d+ rows have come in this run;/m, /^All rows have come;/m];
const PAGES = ["/", "/products", "/products?search=honey", "/login/merchant", "/api/v1/product/general"];
const isWorthALine = ({ rows, cents }) => rows >= 5000 || Number(cents) > 0;

const { values: wanted } = parseArgs({
  options: { products: { type: "string", default: "5000" }, orders: { type: "string", default: "20000" } },
});

await build();
const { countedTables, fillCatalogue, fillOrders, newDatabase, openPlace } = await loadModule("place.ts");
const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-bench-"));
const postgres = await openPostgres();
const url = await newDatabase(postgres.url, "moved");
try {
  await (await startServer({ DEMO: "1", DATA_DIR: folder })).stop();
  const source = await openPlace(folder, null);
  await fillCatalogue(source, Number(wanted.products));
  await fillOrders(source, Number(wanted.orders));
  const sourceTables = await countedTables(source);
  await source.close();
  const rows = sourceTables.reduce((sum, table) => sum + table.rows, 0);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const megabytes = Math.round(statSync(path.join(folder, "fieldstall.db")).size / 1e6);
  console.log(`${rows} rows of ${sourceTables.length} tables, ${megabytes} MB; ${files.length} files`);

  for (const when of KILLED_WHEN) console.log(`killed: ${await run("move", [url], { DATA_DIR: folder }, when)}`);
  const began = Date.now();
  console.log(await run("move", [url], { DATA_DIR: folder }));
  console.log(`The last run took ${((Date.now() - began) / 1000).toFixed(1)} s.`);

  const target = await openPlace(folder, url);
  const targetTables = new Map((await countedTables(target)).map((table) => [table.name, table]));
  await target.close();
  // Only SQLite has its search indexes as tables.
  const movedTables = sourceTables.filter(({ name }) => targetTables.has(name));
  const differences = movedTables.filter(
    (table) => JSON.stringify(table) !== JSON.stringify(targetTables.get(table.name)),
  );
  for (const { name, rows: count, cents } of movedTables.filter(isWorthALine))
    console.log(`${name}: ${count} rows${cents === "0" ? "" : `, ${cents} cents`}`);
  console.log(`${differences.length} of ${movedTables.length} tables differ in their rows or sums`);

  const server = await startServer({ DEMO: "1", DATA_DIR: folder, DATABASE_URL: url });
  for (const page of PAGES) console.log(`${(await fetch(server.address + page)).status} ${page}`);
  const env = { DEMO: "1", DATA_DIR: folder, DATABASE_URL: url, PUBLIC_URL: server.address };
  console.log(await run("doctor", [], env));
  await server.stop();
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Runs a command and returns its output. Kills it as soon as its output matches `until`. */
async function run(name, args, env, until) {
  const child = spawn(process.execPath, [path.join(root, `scripts/${name}.mjs`), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env.PATH, PUBLIC_URL: "http://127.0.0.1:3000", ...PRODUCTION, ...env },
  });
  let said = "";
  child.stdout.on("data", (text) => {
    said += text;
    if (until?.test(said)) child.kill("SIGKILL");
  });
  const [code, signal] = await once(child, "close");
  if (signal !== (until ? "SIGKILL" : null) || (name === "move" && code)) throw new Error(said);
  return said.trim();
}
