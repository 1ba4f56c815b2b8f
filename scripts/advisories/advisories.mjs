// `npm run advisories`: compares the known advisories on the packages of production (`npm audit`) with
// docs/advisories.json, which explains those that do not concern us. Exits with 1 if an advisory is unexplained or an
// explanation is no longer needed, and with 2 if the registry has no advisories to offer: that is no good news.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../prepare.mjs";
import { judge } from "./judge.mjs";

const explained = JSON.parse(readFileSync(path.join(root, "docs/advisories.json"), "utf8"));
const verdict = judge(report(), explained);
if (!verdict) {
  console.error(
    "The registry does not tell of advisories, so nothing was checked. Ask one that does: npm config set registry …",
  );
  process.exit(2);
}
for (const line of verdict.unexplained) console.error(`Unexplained: ${line}`);
for (const url of verdict.outdated) console.error(`Explained, but no longer reported: ${url}`);
if (verdict.unexplained.length + verdict.outdated.length > 0) process.exit(1);
console.log(`No advisory but the ${Object.keys(explained).length} that docs/advisories.json explains.`);

/** Returns npm's report. npm exits with 1 if it has found something, and also if it could not look. */
function report() {
  try {
    const options = /** @type {const} */ ({ cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    return JSON.parse(execFileSync("npm", ["audit", "--json", "--omit=dev"], options));
  } catch (failure) {
    try {
      return JSON.parse(/** @type {{ stdout: string }} */ (failure).stdout);
    } catch {
      return null;
    }
  }
}
