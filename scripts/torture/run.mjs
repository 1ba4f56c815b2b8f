// `npm run torture -- --minutes 10 --seed 7`: faults at random moments under purchases, half of the time on SQLite and
// half of it on Postgres with two processes. The same seed brings the same faults in the same order.
import path from "node:path";
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { root } from "../prepare.mjs";

const { values } = parseArgs({ options: { minutes: { type: "string" }, seed: { type: "string" } } });
const minutes = Number(values.minutes ?? 2);
const seed = Number(values.seed ?? Math.floor(Date.now() / 1000));
if (!(minutes > 0 && minutes <= 600) || !Number.isInteger(seed)) {
  console.error("npm run torture -- --minutes 0.5 to 600 --seed a whole number");
  process.exit(1);
}
const config = path.join(root, "scripts/torture/vitest.config.ts");
const { status } = spawnSync("npx", ["--no-install", "vitest", "run", "--config", config, "--reporter=default"], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, TORTURE_MINUTES: String(minutes), TORTURE_SEED: String(seed) },
});
process.exit(status ?? 1);
