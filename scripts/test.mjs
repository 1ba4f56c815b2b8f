// `npm test`: the checks and tests of every commit, from a fresh clone. Its last line is a count such as
// `412 passed, 0 failed`. Above it stands one line for each cause of a failure.
//
//   npm test                            all parts, some of them as a sample: scripts/gate/sample.mjs
//   npm run test:all                    all parts, without sampling
//   npm run check                       the same without a browser
//   npm test -- --only=types,unit       some parts: format, lint, imports, types, unit, journeys
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { checkNames, runCheck } from "./gate/checks.mjs";
import { runJourneys } from "./gate/journeys.mjs";
import { SAMPLE, seedOfCommit } from "./gate/sample.mjs";
import { runUnit } from "./gate/unit.mjs";
import { Verdict } from "./gate/verdict.mjs";
import { build, install, root } from "./prepare.mjs";

const PARTS = [...checkNames, "unit", "journeys"];
const { values: options } = parseArgs({
  options: { only: { type: "string" }, "no-browser": { type: "boolean" }, all: { type: "boolean" } },
});
const parts = new Set(options.only?.split(",") ?? PARTS);
if (options["no-browser"]) parts.delete("journeys");
const unknown = [...parts].find((part) => !PARTS.includes(part));
if (unknown !== undefined) {
  console.error(`There is no part ${unknown}. There are: ${PARTS.join(", ")}.`);
  process.exit(2);
}

const sample = options.all ? {} : { [SAMPLE]: process.env[SAMPLE] ?? seedOfCommit() };
if (!options.all) console.log(`A sample of the tests: ${SAMPLE}=${sample[SAMPLE]}`);

const verdict = new Verdict();
verdict.doing = "packages";
const { whole } = await install({ optimization: "-O1" });
const results = path.join(root, ".test");
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

// The checks run one after the other beside the build and the compiler of SQLite. The tests wait for all of them, and
// then have the processors to themselves.
verdict.doing = "build";
const isTested = parts.has("unit") || parts.has("journeys");
await Promise.all([isTested && build(), runChecks(checkNames.filter((name) => parts.has(name))), whole]);
verdict.doing = "unit";
const unitRun = parts.has("unit") ? timed("unit", runUnit(results, sample)) : Promise.resolve({ causes: [] });
// The servers of the journeys start beside the unit tests, and are ready when these end.
const journeysRun = parts.has("journeys") && runJourneys(results, sample, unitRun);
verdict.add(await unitRun);
verdict.doing = "journeys";
if (journeysRun) verdict.add(await timed("journeys", journeysRun));
verdict.complete();

/** @param {string[]} names */
async function runChecks(names) {
  for (const name of names) verdict.add(await timed(name, runCheck(name)));
}

/** Prints the duration and the result of one part, and returns the result. */
async function timed(name, work) {
  const began = Date.now();
  const result = await work;
  const seconds = ((Date.now() - began) / 1000).toFixed(0);
  const count = result.passed === undefined ? "" : `${result.passed} passed, `;
  console.log(
    `${name}: ${count}${result.causes.length === 0 ? "good" : `${result.causes.length} failed`} (${seconds} s)`,
  );
  return result;
}
