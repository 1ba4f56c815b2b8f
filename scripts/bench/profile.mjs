// Shows which code uses the CPU time of a page that is made for one person.
//
//   npm run profile -- [--products=1000] [--seconds=5] [--write]
//
// Starts the built server on a filled shop, and requests home, list and a product as a signed-in buyer, as fast as they
// are answered. Then it divides the time that the server's thread computed (V8's sampling profiler) by package, and our
// own code by folder, which the build's source map gives. Work that V8 does itself for a function, such as JSON.parse,
// counts for its caller. --write puts the table into docs/performance.md.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { SourceMap } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build, root } from "../prepare.mjs";
import { load as loadModule } from "./bundle.mjs";
import { thisMachine, writeChapter } from "./chapter.mjs";
import { ask } from "./load.mjs";
import { openShop } from "./shop.mjs";
import { markdownTable } from "./table.mjs";
import { press } from "./wrk.mjs";

const { values: options } = parseArgs({
  options: {
    products: { type: "string", default: "1000" },
    seconds: { type: "string", default: "5" },
    write: { type: "boolean", default: false },
  },
});
const PAGES = ["home", "list", "product"];
const WARM_UP_SECONDS = 2;
/** Kinds with a smaller share are shown as one. */
const LEAST_SHARE = 0.01;

/** The task of a part of Node, by its module. */
const NODES = [
  [/zlib/, "Node: compression"],
  [/:(_http|net$|internal\/(http|net|stream_base))/, "Node: http and sockets"],
  [/stream/, "Node: streams"],
  [/undici|web|url/, "Node: Request, Response, URL"],
];

/** The task of a package, by its name. */
const PACKAGES = [
  [/^(react-dom|react|scheduler)$/, "React: rendering"],
  [/^(@remix-run\/|react-router|turbo-stream|set-cookie-parser|cookie)/, "Remix: matching, loaders, responses"],
  [/^(kysely|better-sqlite3|pg)/, "database: Kysely and driver"],
  [/^(hono|@hono\/)/, "Hono: routing calls"],
  [/^zod/, "Zod: checking calls"],
];

await build();
const maps = new Map();
const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-profile-"));
const file = path.join(folder, "profile.json");
const module = await loadModule("place.ts");
const onSignal = pathToFileURL(path.join(root, "scripts/bench/profile-on-signal.mjs")).href;
const shop = await openShop(module.openPlaces(undefined), module, Number(options.products), {
  env: { PROFILE_FILE: file },
  options: ["--enable-source-maps", "--import", onSignal],
});

const shares = {};
const milliseconds = {};
for (const page of PAGES) {
  const address = shop.pages[page];
  await press(shop.server, address, shop.signedIn, WARM_UP_SECONDS);
  await ask(shop.server.address + address, { headers: shop.signedIn });
  process.kill(shop.server.pid, "SIGUSR2");
  ({ cpu: milliseconds[page] } = await press(shop.server, address, shop.signedIn, Number(options.seconds)));
  process.kill(shop.server.pid, "SIGUSR2");
  while (!existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 50));
  shares[page] = sharesOf(JSON.parse(readFileSync(file, "utf8")));
  rmSync(file);
}
await shop.server.stop();
await shop.place.close();
rmSync(folder, { recursive: true });

const largestShare = (kind) => Math.max(...PAGES.map((page) => shares[page].get(kind) ?? 0));
const kinds = [...new Set(PAGES.flatMap((page) => [...shares[page].keys()]))].toSorted(
  (a, b) => largestShare(b) - largestShare(a),
);
const percent = (share) => `${(share * 100).toFixed(1)} %`;
const rows = kinds
  .filter((kind) => largestShare(kind) >= LEAST_SHARE)
  .map((kind) => [kind, ...PAGES.map((page) => percent(shares[page].get(kind) ?? 0))]);
const rest = (page) =>
  kinds
    .filter((kind) => largestShare(kind) < LEAST_SHARE)
    .reduce((sum, kind) => sum + (shares[page].get(kind) ?? 0), 0);
const table = markdownTable(
  ["", ...PAGES],
  [
    ["CPU ms a page, profiler included", ...PAGES.map((page) => milliseconds[page].toFixed(2))],
    ...rows,
    ["everything else", ...PAGES.map((page) => percent(rest(page)))],
  ],
);
const text = `Written by \`npm run profile -- --write\`: ${options.products} products, SQLite, ${options.seconds} s of load on each page as somebody signed in; shares of what the server's thread computed. ${thisMachine()}.

${table}`;
console.log(`\n${text}`);
if (options.write) writeChapter("performance.md", "Where the time of a signed-in page goes", text);

/** Returns the share of each kind of code in a profile that V8 wrote. */
function sharesOf({ nodes, samples, timeDeltas }) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  for (const node of nodes) for (const child of node.children ?? []) byId.get(child).parent = node;
  const spent = new Map();
  samples.forEach((id, n) => {
    const kind = kindOf(byId.get(id));
    if (kind) spent.set(kind, (spent.get(kind) ?? 0) + timeDeltas[n]);
  });
  const all = [...spent.values()].reduce((sum, one) => sum + one, 0);
  return new Map([...spent].map(([kind, one]) => [kind, one / all]));
}

/** Returns the kind of code of a profile's node; null if it is no work for a page. */
function kindOf(node) {
  const { functionName, url, lineNumber, columnNumber } = node.callFrame;
  // The profiler's own start and end are no work for a page.
  if (functionName === "(idle)" || functionName === "dispatch") return null;
  if (functionName === "(garbage collector)") return "garbage collection";
  if (functionName === "(program)") return "outside JavaScript: sockets, system calls";
  if (url === "") return node.parent ? kindOf(node.parent) : "V8 itself";
  if (url.startsWith("node:")) return NODES.find(([pattern]) => pattern.test(url))?.[1] ?? "Node: everything else";
  const source = sourceOf(url, lineNumber, columnNumber);
  const name = /node_modules\/((?:@[^/]+\/)?[^/]+)(?!.*node_modules\/)/.exec(source)?.[1];
  if (name) return PACKAGES.find(([pattern]) => pattern.test(name))?.[1] ?? "other packages";
  return `ours: ${/app\/(?:features\/|platform\/)?[\w-]+/.exec(source)?.[0] ?? "server"}`;
}

/** Returns the source file of a position in the build. */
function sourceOf(url, line, column) {
  const built = url.startsWith("file:") ? fileURLToPath(url) : url;
  if (!maps.has(built))
    maps.set(
      built,
      existsSync(`${built}.map`) ? new SourceMap(JSON.parse(readFileSync(`${built}.map`, "utf8"))) : null,
    );
  return maps.get(built)?.findEntry(line, column).originalSource ?? built;
}
