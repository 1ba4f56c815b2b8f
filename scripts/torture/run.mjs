// `npm run torture -- --minutes 10 --kills 1000 --seed 7 --on sqlite`: causes faults at random moments during
// purchases, on SQLite and on Postgres with two processes, one database after the other unless --on names one. On each
// it ends after the time or the number of kills, whichever comes first. The same seed causes the same faults in the
// same order in each process.
import path from "node:path";
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { build, root } from "../prepare.mjs";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "2" },
    kills: { type: "string", default: "1000000" },
    seed: { type: "string", default: String(Math.floor(Date.now() / 1000)) },
    on: { type: "string", default: "both" },
    build: { type: "string" },
    part: { type: "string", default: "kills" },
  },
});
const [minutes, kills, seed] = [Number(values.minutes), Number(values.kills), Number(values.seed)];
const whole = Number.isInteger(seed) && Number.isInteger(kills) && kills > 0;
if (!(minutes > 0 && minutes <= 600) || !whole || !["both", "sqlite", "postgres"].includes(values.on)) {
  console.error(
    "npm run torture -- --minutes 0.5 to 600 --kills how many at most --seed a whole number --on sqlite or postgres",
  );
  process.exit(1);
}

if (!values.build) await build();
// A separate copy, so that work on the product can go on meanwhile.
const built = path.join(root, `.cache/torture-${process.pid}`);
mkdirSync(path.dirname(built), { recursive: true });
cpSync(values.build ?? path.join(root, "build"), built, { recursive: true });

const config = path.join(root, "scripts/torture/vitest.config.ts");
const part = path.join("scripts/torture", `${values.part}.test.ts`);
const { status } = spawnSync("npx", ["--no-install", "vitest", "run", part, "--config", config, "--reporter=default"], {
  cwd: root,
  stdio: "inherit",
  env: {
    ...process.env,
    TORTURE_MINUTES: String(values.on === "both" ? minutes / 2 : minutes),
    TORTURE_KILLS: String(kills),
    TORTURE_SEED: String(seed),
    TORTURE_ON: values.on,
    TORTURE_BUILD: built,
  },
});
rmSync(built, { recursive: true, force: true });
process.exit(status ?? 1);
