import path from "node:path";
import { root } from "../prepare.mjs";
import { runCommand } from "./command.mjs";
import { readReport } from "./report.mjs";

/**
 * Runs the unit and API tests.
 * @param {string} results the folder for reports
 * @param {{ isBeside: boolean }} how `isBeside`: the journeys run at the same time, so this takes fewer processes and
 *   shows what it has to say at its end
 * @returns {Promise<{ passed: number, causes: import("./verdict.mjs").Cause[] }>}
 */
export async function runUnit(results, { isBeside }) {
  const file = path.join(results, "unit.json");
  // A test that runs alone hides the others.
  const args = ["run", "--allowOnly=false", "--reporter=dot", "--reporter=./scripts/gate/unit-reporter.mjs"];
  const { ended, output } = await runCommand(
    path.join(root, "node_modules/.bin/vitest"),
    isBeside ? [...args, "--maxWorkers=100%"] : args,
    { isShown: !isBeside, env: { UNIT_REPORT: file } },
  );
  if (isBeside) console.log(`\n${output}`);
  const report = readReport(file);
  const passed = report?.passed ?? 0;
  const causes = report?.causes ?? [];
  if (ended && causes.length === 0) causes.push({ part: "unit", what: `the tests' process ${howItWas(ended)}` });
  else if (!report) causes.push({ part: "unit", what: "the tests ended without a report" });
  return { passed, causes };
}

const howItWas = (/** @type {string} */ ended) => (ended.startsWith("killed") ? `was ${ended}` : ended);
