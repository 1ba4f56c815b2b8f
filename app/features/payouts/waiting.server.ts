import { timestamp } from "~/platform/clock";
import type { Db } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import type { Payout } from "./schema";

/*
 * The conditions that a payout can wait for: its day, the end of a dispute about its order, the end of its merchant's
 * suspension, and an account that can be paid out to. The statement that selects payouts to send and the function that
 * names the condition must agree.
 */

/** Payouts that were not begun and wait for nothing. */
export function payableNow(db: Db, { clock }: Pick<Services, "clock">) {
  return (
    db
      .selectFrom("payouts as p")
      .innerJoin("payoutAccounts as a", "a.merchantId", "p.merchantId")
      .innerJoin("orders as o", "o._id", "p.orderId")
      .where("p.startedAt", "is", null)
      .where("p.dueAt", "<=", timestamp(clock))
      .where("a.ready", "=", 1)
      // The buyer's bank asks for this money back, so it is not sent until that is decided. The books know what the
      // bank has taken for good.
      .where((eb) => eb.or([eb("o.disputedAt", "is", null), eb("o.disputeEndedAt", "is not", null)]))
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom("stores as s")
              .select("s.userId")
              .whereRef("s.userId", "=", "p.merchantId")
              .where("s.status", "=", "suspended"),
          ),
        ),
      )
  );
}

interface Standing {
  startedAt: string | null;
  dueAt: string;
  disputedAt: string | null;
  disputeEndedAt: string | null;
  storeStatus: string | null;
  ready: number | null;
}

/** The condition that a payout waits for, the longest one first. Null when it has begun, or is about to. */
export function waitsFor(
  { startedAt, dueAt, disputedAt, disputeEndedAt, storeStatus, ready }: Standing,
  now: string,
): Payout["waitsFor"] {
  if (startedAt !== null) return null;
  if (storeStatus === "suspended") return "reinstatement";
  if (disputedAt !== null && disputeEndedAt === null) return "dispute";
  if (ready !== 1) return "account";
  return dueAt > now ? "day" : null;
}
