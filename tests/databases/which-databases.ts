import path from "node:path";
import { isChosen, NO_COMMIT, SAMPLE, SHARE } from "../../scripts/gate/sample.mjs";

/** A database that tests run on. */
export type Kind = "sqlite" | "postgres";

/** Tests of features whose SQL or transactions differ between the databases: they run on both every time. */
const ALWAYS_BOTH = [
  /^app\/features\/(catalogue|products|stock|orders|checkout|refunds|overview)\//,
  /^app\/platform\/(database|jobs)\//,
  /^app\/(api|platform\/http)\/idempotency/,
  // Plans of statements, and what other processes are told, are the database's own.
  /^app\/.*\/(plans|page-cache)\.test\.ts$/,
  /^tests\//,
];
/** Sequences of events one after the other, in hundreds of orders: none of them races. */
const ONE_AFTER_THE_OTHER =
  /^app\/features\/(checkout\/interleavings|refunds\/(refunds-by-hand|later-outcomes))\.test\.ts$/;

const root = path.resolve(import.meta.dirname, "../..");

/**
 * The databases that a test file runs on. Both, unless `DATABASES=sqlite` asks for one: a run over hundreds of mutants
 * has no time for two. In a run of `npm test`, which has a seed, only these and a sixth of the other files run on Postgres.
 */
export function databasesOf(file: string | undefined, env: Record<string, string | undefined> = process.env): Kind[] {
  const kinds = (["sqlite", "postgres"] as const).filter((kind) =>
    (env["DATABASES"] ?? "sqlite,postgres").split(",").includes(kind),
  );
  const seed = env[SAMPLE];
  if (!seed || seed === NO_COMMIT || !file || kinds.length < 2) return kinds;
  const name = path.relative(root, file).replaceAll(path.sep, "/");
  const isAlwaysOnBoth = ALWAYS_BOTH.some((pattern) => pattern.test(name)) && !ONE_AFTER_THE_OTHER.test(name);
  return isAlwaysOnBoth || isChosen(seed, name, SHARE) ? kinds : ["sqlite"];
}
