// How much memory the shop needs at most, started as the image starts it, while everything is asked of it at once.
//
//   npm run memory -- [--limit=256] [--seconds=60] [--products=5000] [--rows=100000] [--postgres]
//
// Pages of visitors, of people with a cart and of people signed in, pictures of 12 megapixels, spreadsheets of 5,000
// rows taken over, exports, invoices and log-ins, all at the same time; then so many rows taken over as new products, in
// files of 10,000. It runs in a cgroup that allows so many megabytes, as a
// container does; what the kernel cannot take back is shown, which is all but clean pages of files, and how many
// processes it has ended. Where no cgroup can be made (that wants root, on Linux) the shop is told MEMORY_MB, and its
// memory without files is added up.
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { openPostgres } from "../../tests/databases/start-postgres.mjs";
import { build, root } from "../prepare.mjs";
import { load as loadModule } from "./bundle.mjs";
import { load } from "./load.mjs";
import { everythingAsked, rowsTakenOver } from "./memory-load.mjs";
import { openCgroup } from "./memory-cgroup.mjs";
import { memoryOf } from "./process-tree.mjs";
import { startServer } from "./server.mjs";
import { printTable } from "./table.mjs";

const { values: wanted } = parseArgs({
  options: {
    limit: { type: "string", default: "256" },
    seconds: { type: "string", default: "60" },
    products: { type: "string", default: "5000" },
    rows: { type: "string", default: "0" },
    postgres: { type: "boolean", default: false },
  },
});
const [limit, seconds, products] = [Number(wanted.limit), Number(wanted.seconds), Number(wanted.products)];
const rows = Number(wanted.rows);
const LOOK_EVERY_MS = 200;
const ORDERS = 5000;
const QUIET_SECONDS = 5;
const cookie = (name, value) => `${name}=${encodeURIComponent(Buffer.from(JSON.stringify(value)).toString("base64"))}`;

/** The image's variables and how it starts Node: the last ENV and CMD of the Dockerfile. */
function imageStart(bounded) {
  const text = readFileSync(path.join(root, "Dockerfile"), "utf8");
  const lastOf = (instruction) => [...text.matchAll(new RegExp(`^${instruction} (.+)$`, "gm"))].at(-1)[1];
  const settings = lastOf("ENV").matchAll(/(\w+)=(\S+)/g);
  const [, ...args] = JSON.parse(lastOf("CMD"));
  const { PORT: _, DATA_DIR: __, ...env } = Object.fromEntries([...settings].map(([, name, value]) => [name, value]));
  const options = args.slice(0, -1);
  if (bounded) {
    const unknown = options.find((option) => !process.allowedNodeEnvironmentFlags.has(option.split("=")[0]));
    if (!unknown) return { env, args: options };
    console.error(`Node ${process.versions.node} has no ${unknown}: measure with the Node of the Dockerfile.`);
    process.exit(2);
  }
  const inMegabytes = (_, percentage) => `--max-old-space-size=${Math.floor((limit * Number(percentage)) / 100)}`;
  const nodeOptions = options.map((arg) => arg.replace(/^--max-old-space-size-percentage=(\d+)$/, inMegabytes));
  return { env: { ...env, MEMORY_MB: String(limit) }, args: nodeOptions };
}

await build();
const module = await loadModule("place.ts");
const postgres = wanted.postgres ? await openPostgres() : undefined;
const places = module.openPlaces(postgres?.url);
const place = await places.make();
const { productIds } = await module.fillCatalogue(place.database, products);
const [buyer] = await module.fillBuyers(place.database, 20);
const orders = await module.fillOrders(place.database, ORDERS);
const stall = await module.openStall(place.database);
const cgroup = openCgroup(limit);
const { env, args } = imageStart(cgroup !== null);
const server = await startServer({ ...env, ...place.env }, { options: args, command: cgroup?.command });
console.log(`${places.name}, Node ${process.versions.node}: node ${args.join(" ")}, ${JSON.stringify(env)}`);

const phases = [];
let worst = { held: 0 };
const sampling = setInterval(() => {
  const now = memoryOf(server.pid);
  const memoryHeld = cgroup?.held() ?? now.all;
  if (memoryHeld > worst.held) worst = { ...now, held: memoryHeld };
}, LOOK_EVERY_MS);
/** At once, for a run that is cut off later. */
const tellSoFar = (label) =>
  console.log(
    `${label}: ${worst.held.toFixed(0)} MB at the most; ended by the kernel until now: ${cgroup?.killed() ?? 0}`,
  );
/** Does the work, and notes the most that the shop needed meanwhile, and what a page took of a processor. */
async function phase(name, work) {
  worst = { held: 0 };
  const before = server.cpuMilliseconds();
  let report;
  try {
    report = await work();
  } finally {
    const cpu = (server.cpuMilliseconds() - before) / (report?.answered ?? NaN);
    phases.push([name, worst.held, worst.main, worst.others, report?.perSecond ?? NaN, cpu]);
    tellSoFar(name);
  }
}

const pages = [...productIds.slice(0, 3000).map((id) => `/products/${id}`), "/", "/products", "/products?q=honey"];
const loadMany = (headers, connections) =>
  load(
    pages.map((page) => server.address + page),
    { headers, connections, requests: Infinity, seconds: seconds / 3 },
  );
const signedIn = { cookie: cookie("authToken", buyer) };
let failure;
try {
  await phase("started", () => new Promise((resolve) => setTimeout(resolve, 1000)));
  await phase("visitors, 3,000 pages", () => loadMany({}, 16));
  await phase("signed in, 3,000 pages", () => loadMany(signedIn, 16));
  await phase("everything at once", () => everythingAsked({ server, stall, orders, pages, signedIn }, seconds));
  if (rows > 0)
    await phase(`${rows.toLocaleString("en")} rows`, () => rowsTakenOver({ server, stall }, rows, tellSoFar));
  await phase("quiet again", () => new Promise((resolve) => setTimeout(resolve, QUIET_SECONDS * 1000)));
} catch (error) {
  // As when the kernel has ended the shop: what was seen until then is told all the same.
  failure = error;
}
clearInterval(sampling);
console.log(
  `\nMegabytes at the peak of each${cgroup ? `; processes ended for want of memory: ${cgroup.killed()}` : ""}`,
);
printTable(["", "in all", "the shop", "pictures, workbooks", "pages a second", "ms of a processor a page"], phases);
await server.stop();
cgroup?.close();
await place.close();
await postgres?.stop();
if (failure) throw failure;
