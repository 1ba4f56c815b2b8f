import type { Clock } from "~/platform/clock";
import { LONGEST_LEASE_SECONDS, TOLERANCE_SECONDS } from "./clock-set-back.server";

/** A lease whose end lies between the two has ended because the clock was moved, and not because its time was over. */
export interface Leapt {
  from: string;
  to: string;
}

/**
 * Answers, at each look, which leases have ended by a leap of the clock alone, or null. A clock that is set ahead, or a
 * machine that was asleep, ends leases of those who are still at work. A clock that nobody can set tells how far it has
 * leapt since the look before: for as long as a lease can last, the ends that it leapt over come when they would have
 * come by the clock of before.
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
      // Set back, leases are as long as they look, or longer: `dueAgain` shortens those.
      leap = Math.max(0, shift);
      [from, to, until] = [now - leap, now, steady + LONGEST_LEASE_SECONDS * 1000];
    }
    const reached = Math.max(from, now - leap);
    if (leap === 0 || steady > until || reached >= to) return null;
    return { from: new Date(reached).toISOString(), to: new Date(to).toISOString() };
  };
}
