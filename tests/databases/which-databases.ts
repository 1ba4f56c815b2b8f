import path from "node:path";
import { isChosen, isPassedOver, NO_COMMIT, SAMPLE } from "../../scripts/gate/sample.mjs";

/** A database that tests run on. */
export type Kind = "sqlite" | "postgres";

/** Tests of features whose SQL or transactions differ between the databases. They always run on both. */
const ALWAYS_BOTH = [
  /^app\/features\/(catalogue|products|stock|orders|checkout|refunds|overview)\//,
  /^app\/platform\/(database|jobs)\//,
  /^app\/(api|platform\/http)\/idempotency/,
  // Query plans and announcements to other processes depend on the database.
  /^app\/.*\/(plans|page-cache)\.test\.ts$/,
  /^tests\//,
];
/**
 * Files of many tests that are alike and without races, such as orders with events one after the other. One in eight of
 * these tests runs on Postgres.
 */
const MANY_ALIKE = [
  /^app\/api\/(bad-input|wrong-types|odd-texts|full-pages|personal-tokens.*|who-may-call|calls-of-other-roles|openapi.*|known-names|changed-lists|cursors)\.test\.ts$/,
  /^app\/edge\/cache\/page-tags\.test\.ts$/,
  /^app\/features\/checkout\/interleav.*\.test\.ts$/,
  /^app\/features\/refunds\/(refunds-by-hand.*|reconcile-refunds|later-outcomes.*|failed-refunds|disputes-that-change)\.test\.ts$/,
];

/** One in six of the other files runs on Postgres. */
const ON_POSTGRES = 6;

const root = path.resolve(import.meta.dirname, "../..");
const isOneOf = (file: string, patterns: RegExp[]) =>
  patterns.some((pattern) => pattern.test(path.relative(root, file).replaceAll(path.sep, "/")));

/**
 * Returns the databases that a test file runs on: both, unless `DATABASES=sqlite` asks for one, because a run over
 * hundreds of mutants has no time for two. In a run of `npm test`, which has a seed, only the files of ALWAYS_BOTH and
 * MANY_ALIKE and a sixth of the others run on Postgres.
 */
export function databasesOf(file: string | undefined, env: Record<string, string | undefined> = process.env): Kind[] {
  const kinds = (["sqlite", "postgres"] as const).filter((kind) =>
    (env["DATABASES"] ?? "sqlite,postgres").split(",").includes(kind),
  );
  const seed = env[SAMPLE];
  if (!seed || seed === NO_COMMIT || !file || kinds.length < 2) return kinds;
  const name = path.relative(root, file).replaceAll(path.sep, "/");
  return isOneOf(file, [...ALWAYS_BOTH, ...MANY_ALIKE]) || isChosen(seed, name, ON_POSTGRES) ? kinds : ["sqlite"];
}

/** Whether a run skips a test on Postgres, though its file runs there. */
export const isPassedOverOnPostgres = (
  file: string | undefined,
  title: string,
  env: Record<string, string | undefined> = process.env,
): boolean => file !== undefined && isOneOf(file, MANY_ALIKE) && isPassedOver(title, env);
