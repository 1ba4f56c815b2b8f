// Lighthouse's figures for the pages of a purchase, on the phone that it emulates.
//
//   npm run lighthouse -- [--rounds=5] [--only=home,list] [--address=http://127.0.0.1:3000] [--write]
//
// The address is that of a running demo; without it the built server is started on a new demo. Each figure is the
// median of the rounds. Audits without the full score are named. Each page is also measured without its scripts, which
// is the floor on this machine. --write puts the table into docs/phone.md. Lighthouse brings some 150 packages, so it
// is not our dependency: npx fetches exactly this version, the last that runs on Node 20.
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { findBrowser } from "../browser.mjs";
import { root } from "../prepare.mjs";
import { besideReference, openDemo } from "./demo.mjs";
import { thisMachine, writeChapter } from "./chapter.mjs";
import { markdownTable, median, printTable, spread } from "./table.mjs";

const LIGHTHOUSE = "lighthouse@12.8.2";
const BROWSER_OPTIONS = "--headless --no-sandbox --disable-background-networking --disable-component-update";
const MOST_OUTPUT = 64 * 1024 * 1024;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
/** Further figures: their name, audit, divisor and digits. */
const METRICS = [
  ["LCP, s", "largest-contentful-paint", 1000, 2],
  ["CLS", "cumulative-layout-shift", 1, 3],
  ["TBT, ms", "total-blocking-time", 1, 0],
];

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    only: { type: "string" },
    address: { type: "string" },
    write: { type: "boolean", default: false },
  },
});
const rounds = Number(options.rounds);
const browser = findBrowser();
const { looked, stop } = await besideReference(await openDemo(options.address), options.only);

const reports = new Map(looked.map(({ label }) => [label, []]));
try {
  for (let round = 1; round <= rounds; round += 1) {
    for (const { label, address, where, headers } of looked)
      reports.get(label).push(reportOf(address + where, headers));
    console.log(`round ${round} of ${rounds}`);
  }
} finally {
  await stop();
}

const head = ["", ...CATEGORIES, ...METRICS.map(([name]) => name)];
const rows = [...reports].map(([name, all]) => [
  name,
  ...CATEGORIES.map((category) => Math.round(median(all.map(({ categories }) => categories[category].score * 100)))),
  ...METRICS.map(([, audit, unit, digits]) =>
    spread(
      all.map(({ audits }) => audits[audit].numericValue / unit),
      digits,
    ),
  ),
]);
const notFull = [...reports].flatMap(([name, all]) =>
  CATEGORIES.flatMap((category) => {
    const counts = new Map();
    for (const audit of all.flatMap((report) => lacking(report, category)))
      counts.set(audit, (counts.get(audit) ?? 0) + 1);
    return [...counts].filter(([, times]) => times > rounds / 2).map(([audit]) => [name, category, audit]);
  }),
);
const { lighthouseVersion, environment } = reports.get(looked[0].label)[0];

printTable(head, rows);
console.log("\nNot full in most rounds:");
printTable(["", "category", "audit"], notFull);
if (options.write)
  writeChapter(
    "phone.md",
    "Lighthouse",
    `Written by \`npm run lighthouse -- --write\`: Lighthouse ${lighthouseVersion}, its mobile preset (a phone with a quarter of this machine's speed, 150 ms, 1.6 Mbit/s, computed from a load without them), ${/HeadlessChrome\/[\d.]+|Chrome\/[\d.]+/.exec(environment.hostUserAgent)?.[0]}; ${rounds} ${rounds === 1 ? "round" : "rounds"}, median (smallest–largest). ${thisMachine()}.

${markdownTable(head, rows)}

Not full in most rounds (cart and checkout are kept out of search results on purpose):

${notFull.length > 0 ? markdownTable(["page", "category", "audit"], notFull) : "nothing."}`,
  );

/** Returns Lighthouse's report on an address, parsed from its JSON. */
function reportOf(url, headers) {
  const { status, stdout, stderr } = spawnSync(
    "npx",
    [
      "--yes",
      `--package=${LIGHTHOUSE}`,
      "lighthouse",
      url,
      "--output=json",
      "--quiet",
      "--no-enable-error-reporting",
      `--only-categories=${CATEGORIES.join(",")}`,
      `--chrome-flags=${BROWSER_OPTIONS}`,
      `--extra-headers=${JSON.stringify(headers)}`,
    ],
    { cwd: root, encoding: "utf8", maxBuffer: MOST_OUTPUT, env: { ...process.env, CHROME_PATH: browser } },
  );
  if (status !== 0) throw new Error(`Lighthouse failed at ${url}:\n${stderr}`);
  const report = JSON.parse(stdout);
  if (report.runtimeError) throw new Error(`${url}: ${report.runtimeError.message}`);
  if (report.finalDisplayedUrl !== url) throw new Error(`${url} led to ${report.finalDisplayedUrl}.`);
  return report;
}

/** Returns the titles of the audits in a category that count and have less than the full score. */
function lacking({ categories, audits }, category) {
  return categories[category].auditRefs
    .map(({ id, weight }) => ({ ...audits[id], weight }))
    .filter(({ weight, score }) => weight > 0 && score !== null && score < 1)
    .map(({ title }) => title);
}
