// `npm test`: everything that must hold, from a fresh clone. Ends with a line such as `412 passed, 0 failed`.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { build, install, root, run } from "./prepare.mjs";

install();
build();
const results = path.join(root, ".test");
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const npm = (script) => run("npm", ["run", "--silent", script]);
npm("typecheck");
npm("lint");
npm("imports");

/** Runs a test runner with its output shown; its own report is counted afterwards. */
function runTests(args, env = {}) {
  return (
    spawnSync("npx", ["--no-install", ...args], { cwd: root, stdio: "inherit", env: { ...process.env, ...env } })
      .status === 0
  );
}

function report(name) {
  try {
    return JSON.parse(readFileSync(path.join(results, name), "utf8"));
  } catch {
    return null;
  }
}

/** Ports that are free just now, each of them once. */
async function freePorts(count) {
  const probes = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise((resolve) => {
          const probe = createServer().listen(0, () => resolve(probe));
        }),
    ),
  );
  const ports = probes.map((probe) => String(probe.address().port));
  await Promise.all(probes.map((probe) => new Promise((resolve) => probe.close(resolve))));
  return ports;
}

const unitsGood = runTests([
  "vitest",
  "run",
  "--reporter=dot",
  "--reporter=json",
  `--outputFile.json=${path.join(results, "unit.json")}`,
]);
const { findBrowser } = await import("./browser.mjs");
const [port, stripePort, standInPort] = await freePorts(3);
const journeysGood = runTests(["playwright", "test"], {
  CHROMIUM_PATH: findBrowser(),
  E2E_PORT: port,
  E2E_STRIPE_PORT: stripePort,
  E2E_STAND_IN_PORT: standInPort,
  PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(results, "journeys.json"),
});

const units = report("unit.json");
const journeys = report("journeys.json");
const passed = (units?.numPassedTests ?? 0) + (journeys?.stats.expected ?? 0) + (journeys?.stats.flaky ?? 0);
let failed = (units?.numFailedTests ?? 0) + (journeys?.stats.unexpected ?? 0);
// A runner that broke before it could count is a failure all the same.
if (failed === 0 && !(unitsGood && journeysGood && passed > 0)) failed = 1;
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
