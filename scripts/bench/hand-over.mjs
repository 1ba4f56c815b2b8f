// Hands over to new workers again and again while wrk sends requests without a pause: how many requests fail?
//
//   npm run hand-over -- [--requests=100000] [--every=5]
//
// Two workers run on Postgres, as in production. Half of the connections request a page of the page cache, the others a
// page with a cart, which is filled in for its reader. Any response but 200 is a failure, and so is a connection that
// closes before its response came.
import { spawn } from "node:child_process";
import { parseArgs } from "node:util";
import { openPostgres } from "../../tests/databases/start-postgres.mjs";
import { build } from "../prepare.mjs";
import { load as loadModule } from "./bundle.mjs";
import { openShop } from "./shop.mjs";
import { hasWrk } from "./wrk.mjs";

const { values: options } = parseArgs({
  options: { requests: { type: "string", default: "100000" }, every: { type: "string", default: "5" } },
});
const [requests, everySeconds] = [Number(options.requests), Number(options.every)];
const ROUND_SECONDS = 20;
const LONGEST_SECONDS = 600;

if (!hasWrk) {
  console.error("It needs wrk (apt-get install wrk).");
  process.exit(1);
}
await build();
const module = await loadModule("place.ts");
const postgres = await openPostgres();
const places = module.openPlaces(postgres.url);
const shop = await openShop(places, module, 1000, { env: { WEB_CONCURRENCY: "2" } });
let [requestCount, failed, handedOver] = [0, 0, 0];
const hups = setInterval(() => {
  process.kill(shop.server.pid, "SIGHUP");
  handedOver += 1;
}, everySeconds * 1000);
const until = Date.now() + LONGEST_SECONDS * 1000;
while (requestCount < requests && Date.now() < until)
  for (const { answered, wrong } of await Promise.all([
    press(shop.pages.list, {}),
    press(shop.pages.list, shop.carrying),
  ]))
    [requestCount, failed] = [requestCount + answered, failed + wrong];
clearInterval(hups);
console.log(`${requestCount} requests, ${handedOver} times told to hand over, ${failed} failed`);
await shop.server.stop();
await shop.place.close();
await postgres.stop();
process.exit(failed === 0 && requestCount >= requests ? 0 : 1);

/** Returns the counts that wrk prints. */
async function press(path, headers) {
  const headerArgs = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const wrk = spawn("wrk", [
    "-t1",
    "-c8",
    `-d${ROUND_SECONDS}s`,
    "--timeout",
    "20s",
    ...headerArgs,
    shop.server.address + path,
  ]);
  let output = "";
  for await (const bytes of wrk.stdout) output += String(bytes);
  const number = (pattern) => Number(pattern.exec(output)?.[1] ?? 0);
  const sockets = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(output)?.slice(1) ?? [];
  return {
    answered: number(/(\d+) requests in/),
    wrong: number(/Non-2xx or 3xx responses: (\d+)/) + sockets.reduce((sum, count) => sum + Number(count), 0),
  };
}
