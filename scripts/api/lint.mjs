// `npm run api:lint`: holds the OpenAPI document against the rules of redocly and of spectral; a warning counts as an
// error. They bring hundreds of packages, so they are no dependencies of ours: npx fetches these very versions.
import { spawnSync } from "node:child_process";
import { root } from "../prepare.mjs";
import { writeDocument } from "./document.mjs";
import { withService } from "./service.mjs";

const file = await withService(writeDocument);

const LINTERS = [
  {
    package: "@redocly/cli@2.77.0",
    args: ["redocly", "lint", file, "--config=scripts/api/redocly.yaml", "--format=stylish", "--max-problems=1000"],
    // It ends well with warnings, so they are looked for.
    found: /with [1-9]\d* warning|You have [1-9]\d* warning/,
  },
  {
    package: "@stoplight/spectral-cli@6.16.3",
    args: ["spectral", "lint", file, "--ruleset=scripts/api/spectral.yaml", "--fail-severity=hint"],
    found: null,
  },
];

for (const { package: name, args, found } of LINTERS) {
  console.log(`\n${name}`);
  const { status, stdout, stderr } = spawnSync("npx", ["--yes", `--package=${name}`, ...args], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  });
  console.log(stdout.trim(), stderr.trim());
  if (status !== 0 || found?.test(stdout + stderr)) process.exitCode = 1;
}
console.log(process.exitCode ? "\nThe document is not clean." : "\n0 errors, 0 warnings.");
