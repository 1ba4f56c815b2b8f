import type { Payout, PayoutAccountAnswer } from "~/features/payouts/schema";
import { dayOf } from "~/routes/shared/times.server";
import type { Session } from "~/session/session.server";

const ROWS = 5;

/** The payouts as the page shows them. Null if the marketplace does not pay out by itself and never did. */
export function paidOut(
  session: Session,
  account: PayoutAccountAnswer,
  { docs, page, total }: { docs: Payout[]; page: number; total: number },
) {
  if (!account.enabled && total === 0) return null;
  return {
    payouts: docs.map((payout) => ({
      ...payout,
      day: dayOf(session, payout.createdAt),
      due: dayOf(session, payout.dueAt),
    })),
    ready: account.status === "ready" || !account.enabled,
    page,
    pages: Math.max(1, Math.ceil(total / ROWS)),
  };
}
