import { StartupError } from "~/platform/startup-error";
import { isOutOfReach } from "./out-of-reach";

/** How long a start waits for a database that is not there yet, for example because both are started together. */
const PATIENCE_MS = 30_000;
const LOOK_EVERY_MS = 500;
/** Codes of Postgres: wrong password, no such user, no such database, no right to make tables. */
const REFUSED = /^(28\w+|3D000|42501)$/;

/**
 * Runs `work` of a start, and runs it again while the database at `place` cannot be reached, even if it goes away
 * halfway. So `work` must do all or nothing, or tolerate a repeat. Throws a StartupError when patience has run out, and
 * at once when the database refuses us.
 */
export async function untilReachable<T>(
  place: string,
  work: () => Promise<T>,
  { patienceMs = PATIENCE_MS } = {},
): Promise<T> {
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const { code = "", message } = error as Error & { code?: string };
      const isRefused = REFUSED.test(code);
      if (!isRefused && !isOutOfReach(error)) throw error;
      if (isRefused || performance.now() > until)
        throw new StartupError(`The database ${place} cannot be used (${message || code}). ${remedyFor(code)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

function remedyFor(code: string): string {
  return code.startsWith("SQLITE_BUSY")
    ? "Another program holds it: end that program, and start again."
    : "See that it runs, and that DATABASE_URL is right.";
}
