import type { Clock } from "~/platform/clock";
import { LONGEST_LEASE_SECONDS, TOLERANCE_SECONDS } from "./clock-set-back.server";

/**
 * A leap of the clock. A lease whose end lies between the two moments was ended by the leap, and its time is not over.
 */
export interface Leapt {
  from: string;
  to: string;
}

/**
 * Returns a function that says at each look which leases have ended only because the clock leapt, or null. A clock that
 * is set ahead, or a machine that was asleep, ends leases of workers who are still busy. A steady clock, which nobody
 * can set, shows how far the clock has leapt since the look before. For as long as a lease can last, the leases whose
 * ends the leap skipped end when they would have ended by the old clock.
 */
export function leapsOf(clock: Clock): () => Leapt | null {
  let [before, leap, until] = [clock.now().getTime() - performance.now(), 0, 0];
  let [from, to] = [0, 0];
  return () => {
    const [now, steady] = [clock.now().getTime(), performance.now()];
    const ahead = now - steady;
    const shift = ahead - before;
    before = ahead;
    if (Math.abs(shift) > TOLERANCE_SECONDS * 1000) {
      // After a clock was set back, leases are as long as they look, or longer. `dueAgain` shortens those.
      leap = Math.max(0, shift);
      [from, to, until] = [now - leap, now, steady + LONGEST_LEASE_SECONDS * 1000];
    }
    const reached = Math.max(from, now - leap);
    if (leap === 0 || steady > until || reached >= to) return null;
    return { from: new Date(reached).toISOString(), to: new Date(to).toISOString() };
  };
}
