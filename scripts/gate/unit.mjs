import path from "node:path";
import { root } from "../prepare.mjs";
import { runCommand } from "./command.mjs";
import { readReport } from "./report.mjs";

/**
 * Runs the unit and API tests.
 * @param {string} results the folder for reports
 * @param {Record<string, string>} sample the variable that chooses a part of them; empty for all
 * @returns {Promise<{ passed: number, causes: import("./verdict.mjs").Cause[] }>}
 */
export async function runUnit(results, sample) {
  const file = path.join(results, "unit.json");
  const { ended } = await runCommand(
    path.join(root, "node_modules/.bin/vitest"),
    // A left-over `.only` would hide all other tests.
    ["run", "--allowOnly=false", "--reporter=dot", "--reporter=./scripts/gate/unit-reporter.mjs"],
    { isShown: true, env: { UNIT_REPORT: file, ...sample } },
  );
  const report = readReport(file);
  const passedCount = report?.passed ?? 0;
  const causes = report?.causes ?? [];
  if (ended && causes.length === 0) causes.push({ part: "unit", what: `the tests' process ${howItWas(ended)}` });
  else if (!report) causes.push({ part: "unit", what: "the tests ended without a report" });
  return { passed: passedCount, causes };
}

const howItWas = (/** @type {string} */ ending) => (ending.startsWith("killed") ? `was ${ending}` : ending);
