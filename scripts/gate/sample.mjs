// Parts of the tests that one run of many is enough for: `npm test` chooses some of them by the commit, so that every
// commit runs others, and `npm run test:all` runs all.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";

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

/**
 * Whether one of many is chosen; the same seed always chooses the same ones.
 * @param {string} seed
 * @param {string} name
 * @param {number} share one in so many
 */
export const isChosen = (seed, name, share) =>
  createHash("sha256").update(`${seed} ${name}`).digest().readUInt32BE(0) % share === 0;

/**
 * The names that a run passes over, where it is to run one in so many; none by hand, in a whole run and without a commit.
 * @param {string[]} names
 * @param {number} share
 * @param {Record<string, string | undefined>} [env]
 */
export function passedOver(names, share, env = process.env) {
  const seed = env[SAMPLE];
  return seed && seed !== NO_COMMIT ? names.filter((name) => !isChosen(seed, name, share)) : [];
}
