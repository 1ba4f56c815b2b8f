// Parts of the tests that one run of many is enough for: `npm test` chooses some of them by the commit, so that every
// commit runs others, and `npm run test:all` runs all.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";

/** The variable that holds the seed where a run is to choose. Without it everything runs, as in a run by hand. */
export const SAMPLE = "TESTS_SAMPLE";
/** Whether this process runs a sample. */
export const isSample = Boolean(process.env[SAMPLE]);
/** The seed where there is no commit. */
export const NO_COMMIT = "no commit";

/** The seed of a run of the gate: its commit. */
export function seedOfCommit() {
  try {
    return execFileSync("git", ["rev-parse", "HEAD"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return NO_COMMIT;
  }
}

/** One in so many of the tests that take long runs with each commit. */
export const SHARE = 6;

/**
 * Whether one of many is chosen; the same seed always chooses the same ones.
 * @param {string} seed
 * @param {string} name
 * @param {number} share one in so many
 */
export const isChosen = (seed, name, share) => draw(`${seed} ${name}`, share) === 0;

/** A number below `count`, the same one for the same text. @param {string} text @param {number} count */
const draw = (text, count) => createHash("sha256").update(text).digest().readUInt32BE(0) % count;

/**
 * Whether a run passes over a test that takes long; none by hand, in a whole run and without a commit.
 * @param {string} name
 * @param {Record<string, string | undefined>} [env]
 */
export function isPassedOver(name, env = process.env) {
  const seed = env[SAMPLE];
  return Boolean(seed && seed !== NO_COMMIT && !isChosen(seed, name, SHARE));
}

/**
 * The test files of a folder that a run passes over. The longest ones come first, the others by their size, and one of each
 * six neighbours runs, so that the long ones do not all come with the same commit.
 * @param {string} folder
 * @param {string} ending of the names of test files: ".spec.ts"
 * @param {{ eachCommit?: readonly string[], longest?: readonly string[] }} [named] `eachCommit`: files that are never
 * passed over; `longest`: files that take longer than their size says, the slowest first
 * @param {Record<string, string | undefined>} [env]
 * @returns {string[]} their paths in the folder
 */
export function filesPassedOver(folder, ending, { eachCommit = [], longest = [] } = {}, env = process.env) {
  const seed = env[SAMPLE];
  // The gate's own tests run its configurations where no such folder is.
  if (!seed || seed === NO_COMMIT || !existsSync(folder)) return [];
  const sizeOf = (/** @type {string} */ file) => statSync(path.join(folder, file)).size;
  const rankOf = (/** @type {string} */ file) => (longest.includes(file) ? longest.indexOf(file) : longest.length);
  const files = readdirSync(folder, { encoding: "utf8", recursive: true })
    .map((file) => file.replaceAll(path.sep, "/"))
    .filter((file) => file.endsWith(ending) && !eachCommit.includes(file))
    .toSorted((a, b) => rankOf(a) - rankOf(b) || sizeOf(b) - sizeOf(a) || (a < b ? -1 : 1));
  return files.filter((_file, n) => n % SHARE !== draw(`${seed} ${Math.floor(n / SHARE)}`, SHARE));
}
