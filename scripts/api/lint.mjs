// `npm run api:lint`: checks the OpenAPI document with the rules of redocly and of spectral. A warning counts as an
// error. They bring hundreds of packages, so they are not our dependencies: npx fetches exactly these versions.
import { spawnSync } from "node:child_process";
import { root } from "../prepare.mjs";
import { writeDocument } from "./document.mjs";
import { withService } from "./service.mjs";

const file = await withService(writeDocument);

const LINTERS = [
  {
    package: "@redocly/cli@2.77.0",
    args: ["redocly", "lint", file, "--config=scripts/api/redocly.yaml", "--format=stylish", "--max-problems=1000"],
    // It exits with 0 despite warnings, so the output is searched for them.
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
