// Checks that do not run the product: formatting, lint, import rules, types.
import { runCommand } from "./command.mjs";

/**
 * The compiler of types is a Go program. It needs 3 GB, and collects garbage for a third of its time unless it may take
 * 4 GB. It may where twice as much is free; the limit of a container counts.
 */
const FEW_COLLECTIONS = process.availableMemory() >= 8 * 1024 ** 3 ? { GOGC: "off", GOMEMLIMIT: "4GiB" } : {};

/**
 * Each check with its npm script, and a pattern for the lines of its output that name a finding.
 * @type {Record<string, { args: string[], finding: RegExp, env?: NodeJS.ProcessEnv }>}
 */
const CHECKS = {
  format: { args: ["format:check"], finding: /^\S+ \(\d+m?s\)$/ },
  lint: { args: ["lint", "--", "--format=unix"], finding: /^\S+:\d+:\d+: / },
  imports: { args: ["imports"], finding: /^\s*(error|warn) / },
  types: { args: ["typecheck"], finding: /error TS\d+/, env: FEW_COLLECTIONS },
};
export const checkNames = Object.keys(CHECKS);

/**
 * Runs one check. If it fails, its output is shown.
 * @param {string} name
 * @returns {Promise<{ causes: import("./verdict.mjs").Cause[] }>}
 */
export async function runCheck(name) {
  const { args, finding, env } = /** @type {typeof CHECKS[string]} */ (CHECKS[name]);
  const { ended, output } = await runCommand("npm", ["run", "--silent", ...args], { env });
  if (!ended) return { causes: [] };
  console.log(`\n${name}:\n${output}`);
  const findings = output.split("\n").filter((line) => finding.test(line));
  const causes = findings.map((finding) => ({ part: name, what: finding }));
  return { causes: causes.length > 0 ? causes : [{ part: name, what: `${ended}; what it said is above` }] };
}
