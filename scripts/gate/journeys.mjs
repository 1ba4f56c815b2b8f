import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { root } from "../prepare.mjs";
import { runCommand } from "./command.mjs";
import { readReport } from "./report.mjs";

/** @typedef {import("./verdict.mjs").Cause} Cause */
/** @typedef {import("@playwright/test/reporter").JSONReportSuite} Suite */
/** @typedef {import("@playwright/test/reporter").JSONReport} Report */

/**
 * Runs the journeys through a browser. Their servers start at once.
 * @param {string} results the folder for reports
 * @param {Record<string, string>} sample the variable that chooses a part of them; empty for all
 * @param {Promise<unknown>} earlierTests the journeys themselves begin after these
 * @returns {Promise<{ passed: number, causes: Cause[] }>}
 */
export async function runJourneys(results, sample, earlierTests) {
  const file = path.join(results, "journeys.json");
  const mayBegin = path.join(results, "journeys-may-begin");
  const { findBrowser, findTextBrowsers } = await import("../browser.mjs");
  findTextBrowsers();
  const [port, stripePort, standInPort] = await freePorts(3);
  void earlierTests.then(() => writeFileSync(mayBegin, ""));
  const { ended } = await runCommand(path.join(root, "node_modules/.bin/playwright"), ["test"], {
    isShown: true,
    env: {
      CHROMIUM_PATH: findBrowser(),
      E2E_PORT: port,
      E2E_STRIPE_PORT: stripePort,
      E2E_STAND_IN_PORT: standInPort,
      E2E_BEGINS_WITH: mayBegin,
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
      ...sample,
    },
  });
  /** @type {Report | null} */
  const report = readReport(file);
  const passedCount = report?.stats.expected ?? 0;
  /** @type {Cause[]} */
  const causes = report
    ? [...report.errors.map((error) => cause(error.message)), ...report.suites.flatMap(redOnes)]
    : [];
  if (causes.length === 0) {
    if (ended) causes.push(cause(`the browser tests' process ${ended.replace("killed", "was killed")}`));
    else if (!report) causes.push(cause("the browser tests ended without a report"));
    else if (passedCount === 0) causes.push(cause("no journey was found"));
  }
  return { passed: passedCount, causes };
}

/** @returns {Cause} */
const cause = (/** @type {string | undefined} */ text, /** @type {string} */ where = "") => ({
  part: "journeys",
  where,
  what: text ?? "",
});

/** The causes for tests in Playwright's report that did not pass at the first try. @param {Suite} suite @returns {Cause[]} */
function redOnes(suite) {
  const causesOfSuite = suite.specs.flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === "unexpected" || test.status === "flaky")
      .map((test) => {
        const where = `${spec.file}:${spec.line} (${test.projectName}) ${spec.title}`;
        const failedResult = test.results.find(({ status }) => status !== "passed");
        const why = failedResult?.errors[0]?.message ?? `it ${failedResult?.status ?? "did not run"}`;
        return test.status === "flaky"
          ? cause(`it passed only when it was tried again; before that: ${why}`, where)
          : cause(why, where);
      }),
  );
  return [...causesOfSuite, ...(suite.suites ?? []).flatMap(redOnes)];
}

/** Free ports, all different. @param {number} count */
async function freePorts(count) {
  const probes = Array.from({ length: count }, () => createServer().listen(0));
  await Promise.all(probes.map((probe) => once(probe, "listening")));
  const ports = probes.map((probe) => String(/** @type {import("node:net").AddressInfo} */ (probe.address()).port));
  await Promise.all(
    probes.map((probe) => {
      probe.close();
      return once(probe, "close");
    }),
  );
  return ports;
}
