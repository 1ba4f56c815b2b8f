// Sampling of tests that need not run each time: `npm test` chooses some of them by the commit, so that each commit
// runs other ones. `npm run test:all` runs all.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";

/** The variable that holds the seed of a sample. Without it everything runs, as in a run by hand. */
export const SAMPLE = "TESTS_SAMPLE";
/** The seed outside a Git repository. It samples nothing. */
export const NO_COMMIT = "no commit";
/** Whether this process runs a sample. */
export const isSample = !["", NO_COMMIT].includes(process.env[SAMPLE] ?? "");

/** The seed of `npm test`: the hash of the commit. */
export function seedOfCommit() {
  try {
    return execFileSync("git", ["rev-parse", "HEAD"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return NO_COMMIT;
  }
}

/** One in eight of the long tests runs with each commit. */
const SHARE = 8;

/** One in twelve of the files of journeys and of processes runs with each commit. */
export const FILE_SHARE = 12;

/**
 * Whether the seed chooses a name. The same seed always chooses the same names.
 * @param {string} seed
 * @param {string} name
 * @param {number} share the number of names of which one is chosen, on average
 */
export const isChosen = (seed, name, share) => draw(`${seed} ${name}`, share) === 0;

/** A number below `count`, always the same for the same text. @param {string} text @param {number} count */
const draw = (text, count) => createHash("sha256").update(text).digest().readUInt32BE(0) % count;

/**
 * Whether a run skips a long test. A run by hand, a whole run and a run without a commit skip none.
 * @param {string} name
 * @param {Record<string, string | undefined>} [env]
 * @param {number} [share] the number of tests of which one runs
 */
export function isPassedOver(name, env = process.env, share = SHARE) {
  return (numberOf(name, share, env) ?? 0) !== 0;
}

/**
 * A number below `count` that a sample has drawn for a name. Null in a run that samples nothing.
 * @param {string} name
 * @param {number} count
 * @param {Record<string, string | undefined>} [env]
 */
export function numberOf(name, count, env = process.env) {
  const seed = env[SAMPLE];
  return seed && seed !== NO_COMMIT ? draw(`${seed} ${name}`, count) : null;
}

/**
 * The test files of a folder that a run skips. Files are sorted by `longest` and then by their size, and one of each
 * `FILE_SHARE` neighbours runs, so that the long ones do not all run with the same commit.
 * @param {string} folder
 * @param {string} ending of the names of test files: ".spec.ts"
 * @param {{ eachCommit?: readonly string[], longest?: readonly string[] }} [options] `eachCommit`: files that are
 * never skipped; `longest`: files that take longer than their size suggests, the slowest first
 * @param {Record<string, string | undefined>} [env]
 * @returns {string[]} their paths in the folder
 */
export function filesPassedOver(folder, ending, { eachCommit = [], longest = [] } = {}, env = process.env) {
  const seed = env[SAMPLE];
  // The gate's own tests use this in scratch projects, which lack the folder.
  if (!seed || seed === NO_COMMIT || !existsSync(folder)) return [];
  const rankOf = (/** @type {string} */ file) => (longest.includes(file) ? longest.indexOf(file) : longest.length);
  const files = readdirSync(folder, { encoding: "utf8", recursive: true })
    .map((file) => file.replaceAll(path.sep, "/"))
    .filter((file) => file.endsWith(ending) && !eachCommit.includes(file))
    .map((file) => ({ file, rank: rankOf(file), size: statSync(path.join(folder, file)).size }))
    .toSorted((a, b) => a.rank - b.rank || b.size - a.size || (a.file < b.file ? -1 : 1))
    .map(({ file }) => file);
  const sample = new Set(oneOfNeighbours(files, FILE_SHARE, seed));
  return files.filter((file) => !sample.has(file));
}

/**
 * The entries of a list that a run goes through: with a seed one of each eight neighbours, otherwise all.
 * @template T
 * @param {readonly T[]} list
 * @param {string} [purpose] of the list, if it is gone through for several
 * @param {Record<string, string | undefined>} [env]
 */
export function sampleOf(list, purpose = "", env = process.env) {
  const seed = env[SAMPLE];
  return seed && seed !== NO_COMMIT ? oneOfNeighbours(list, SHARE, `${seed} ${purpose}`) : [...list];
}

/**
 * One entry of each `share` neighbours of a list.
 * @template T
 * @param {readonly T[]} list
 * @param {number} share
 * @param {string} seed
 */
const oneOfNeighbours = (list, share, seed) =>
  list.filter((_entry, n) => n % share === draw(`${seed} ${Math.floor(n / share)}`, share));
