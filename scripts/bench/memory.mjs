// How much memory the shop needs at most when it is started as in the image and has to do everything at once.
//
//   npm run memory -- [--limit=256] [--seconds=60] [--products=5000] [--rows=100000] [--postgres]
//
// At the same time it serves pages to visitors, to people with a cart and to people signed in, pictures of 12
// megapixels, imports of 5,000 rows, exports, invoices and log-ins. With --rows it then imports that many rows as new
// products, in files of 10,000. It runs in a cgroup with a limit of --limit megabytes, as a container does. The script
// shows the memory that the kernel cannot reclaim (all but the clean pages of files) and how many processes the kernel
// has killed. Where no cgroup can be made (that needs root, on Linux), the shop gets MEMORY_MB instead, and its memory
// without files is added up.
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

/** Reads from the Dockerfile's last ENV and CMD the image's variables and the options with which it starts Node. */
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
/** Prints the peak at once, because the run may be cut off later. */
const tellSoFar = (label) =>
  console.log(
    `${label}: ${worst.held.toFixed(0)} MB at the most; ended by the kernel until now: ${cgroup?.killed() ?? 0}`,
  );
/** Does the work. Notes the peak of the memory meanwhile, and the CPU milliseconds per page. */
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
  // For example, the kernel has killed the shop. The figures until then are printed all the same.
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
