// A reporter for Vitest that ends a run with the causes of failures, one line each, and writes them to a file for
// `npm test`. Vitest's own reporters print much, and do not count every failure.
import { writeFileSync } from "node:fs";
import { causesInWords } from "./verdict.mjs";

/** @typedef {import("vitest/node").TestModule} TestModule */
/** @typedef {ReadonlyArray<{ message?: string, cause?: { message?: string } }>} Errors */

const first = (/** @type {Errors | undefined} */ errors) => errors?.[0]?.message ?? "it failed";

export default class UnitReporter {
  /**
   * @param {ReadonlyArray<TestModule>} modules
   * @param {Errors} unhandled
   * @param {string} reason
   */
  onTestRunEnd(modules, unhandled, reason) {
    const causes = modules.flatMap(causesOf);
    for (const { message, cause } of unhandled)
      causes.push({ part: "unit", where: "an error that nobody handled", what: cause?.message ?? message ?? "" });
    const passedCount =
      modules.flatMap((module) => [...module.children.allTests("passed")]).length - flaky(modules).length;
    if (causes.length === 0 && passedCount === 0) causes.push({ part: "unit", what: "no test was found" });
    if (causes.length === 0 && reason !== "passed")
      causes.push({ part: "unit", what: `the run ${reason === "interrupted" ? "was interrupted" : reason}` });
    // This adds to Vitest's own verdict and never replaces it.
    if (causes.length > 0) process.exitCode = 1;
    if (process.env["UNIT_REPORT"])
      writeFileSync(
        process.env["UNIT_REPORT"],
        JSON.stringify({ passed: passedCount, causes, milliseconds: timesOf(modules) }),
      );
    // Printed after Vitest's own summary.
    else if (causes.length > 0) process.once("exit", () => console.error(`\nFailed:\n${causesInWords(causes)}`));
  }
}

/** By file: the milliseconds of its hooks and tests, the longest first. @param {ReadonlyArray<TestModule>} modules */
const timesOf = (modules) =>
  Object.fromEntries(
    modules
      .map((module) => /** @type {const} */ ([module.relativeModuleId, Math.round(module.diagnostic().duration)]))
      .toSorted(([, first], [, second]) => second - first),
  );

const flaky = (/** @type {ReadonlyArray<TestModule>} */ modules) =>
  modules.flatMap((module) => [...module.children.allTests("passed")].filter((test) => test.diagnostic()?.flaky));

const isUnfinished = (/** @type {TestModule} */ module) => ["queued", "pending"].includes(module.state());

/** @param {TestModule} module @returns {import("./verdict.mjs").Cause[]} */
function causesOf(module) {
  const file = module.relativeModuleId;
  const cause = (/** @type {string | null} */ name, /** @type {string} */ message) => ({
    part: "unit",
    where: name ? `${file} > ${name}` : file,
    what: message,
  });
  const { children } = module;
  return [
    ...(isUnfinished(module) && children.size === 0 ? [cause(null, "it was never finished")] : []),
    ...(module.errors().length > 0 ? [cause(null, first(module.errors()))] : []),
    ...[...children.allSuites()]
      .filter((suite) => suite.errors().length > 0)
      .map((suite) => cause(suite.fullName, first(suite.errors()))),
    ...[...children.allTests("failed")].map((test) => cause(test.fullName, first(test.result().errors))),
    ...[...children.allTests("pending")].map((test) => cause(test.fullName, "it was never finished")),
    ...flaky([module]).map((test) => cause(test.fullName, "it passed only when it was tried again")),
  ];
}
