// `npm run mutants [-- AREA…] [--sample 300] [--seed TEXT] [--only GLOB] [--concurrency 1] [--patience 20]`: changes
// the code that must not break in hundreds of small ways, one at a time, and reports the changes that no test notices.
// A mutant times out `patience` seconds after the time that its tests usually take. Give it more on a busy machine.
// The first run installs Stryker: it brings 80 packages that nothing else needs.
import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { installIn } from "../prepare.mjs";
import { AREAS, LEFT_OUT } from "./areas.mjs";

const REPORTS = "reports/mutants";
const LEAST = 85;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: "string", default: "300" },
    seed: { type: "string", default: randomBytes(4).toString("hex") },
    only: { type: "string" },
    concurrency: { type: "string", default: "1" },
    patience: { type: "string", default: "20" },
  },
});
const areas = positionals.length > 0 ? positionals : Object.keys(AREAS);
const unknown = areas.filter((area) => !(area in AREAS));
if (unknown.length > 0) {
  console.error(`There is no area ${unknown.join(", ")}. There are: ${Object.keys(AREAS).join(", ")}.`);
  process.exit(2);
}

await installIn("scripts/mutants");
const { Stryker } = await import("@stryker-mutator/core");

mkdirSync(REPORTS, { recursive: true });
process.env.MUTANTS_SEED = values.seed;
process.env.MUTANTS_SAMPLE = values.sample;
console.log(`Seed ${values.seed}: at most ${values.sample} mutants an area.`);

/**
 * Runs an area. Returns how many of its mutants had each outcome.
 * @param {string} area
 */
async function run(area) {
  const { mutate, tests } = /** @type {typeof AREAS[string]} */ (AREAS[area]);
  process.env.MUTANTS_TESTS = JSON.stringify(tests);
  const mutants = await new Stryker({
    mutate: [...(values.only ? [values.only] : mutate), ...LEFT_OUT],
    testRunner: "vitest",
    vitest: { configFile: "scripts/mutants/vitest.config.ts", related: false },
    plugins: [
      "@stryker-mutator/vitest-runner",
      path.resolve("scripts/mutants/sample.mjs"),
      path.resolve("scripts/mutants/unnoticed.mjs"),
    ],
    checkers: ["sample"],
    coverageAnalysis: "perTest",
    // Code that runs once, when a file is loaded, can only be tested by loading everything again.
    ignoreStatic: true,
    concurrency: Number(values.concurrency),
    timeoutMS: Number(values.patience) * 1000,
    reporters: ["html", "json", "unnoticed"],
    htmlReporter: { fileName: `${REPORTS}/${area}.html` },
    jsonReporter: { fileName: `${REPORTS}/${area}.json` },
    ignorePatterns: ["build", "data", ".bench", ".test", ".cache", "reports"],
    allowConsoleColors: false,
    logLevel: "warn",
  }).runMutationTest();
  if (mutants.length === 0)
    throw new Error(`Nothing of ${area} was found: see its globs in scripts/mutants/areas.mjs.`);
  const count = (/** @type {string} */ wantedStatus) => mutants.filter(({ status }) => status === wantedStatus).length;
  return {
    area,
    killed: count("Killed"),
    timeout: count("Timeout"),
    survived: count("Survived"),
    uncovered: count("NoCoverage"),
    static: count("Ignored"),
    rest: count("CompileError"),
  };
}

/** @param {Awaited<ReturnType<typeof run>>} row */
function share({ killed, timeout, survived, uncovered }) {
  const all = killed + timeout + survived + uncovered;
  return all === 0 ? 100 : (100 * (killed + timeout)) / all;
}

/** @type {Awaited<ReturnType<typeof run>>[]} */
const rows = [];
for (const area of areas) {
  rows.push(await run(area));
  const table = [
    `Seed ${values.seed}, at most ${values.sample} mutants an area.`,
    "",
    "| Area | Killed | Timed out | Survived | No coverage | Killed of all | Not drawn | Done once at loading |",
    "|---|---|---|---|---|---|---|---|",
    ...rows.map(
      (row) =>
        `| ${row.area} | ${row.killed} | ${row.timeout} | ${row.survived} | ${row.uncovered} | ${share(row).toFixed(1)} % | ${row.rest} | ${row.static} |`,
    ),
  ].join("\n");
  writeFileSync(`${REPORTS}/summary.md`, `${table}\n`);
  if (area === areas.at(-1)) console.log(`\n${table}`);
}
if (rows.some((row) => share(row) < LEAST)) {
  console.error(
    `\nLess than ${LEAST} % killed in: ${rows
      .filter((row) => share(row) < LEAST)
      .map(({ area }) => area)
      .join(", ")}.`,
  );
  process.exitCode = 1;
}
