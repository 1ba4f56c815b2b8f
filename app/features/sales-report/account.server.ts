import { toDollars } from "~/features/fields";
import { sumsBetween } from "~/features/accounting/account.server";
import type { Services } from "~/platform/services.server";
import { plusDays, startOfDay } from "~/platform/time-zone";
import type { SalesReport } from "./schema";

/**
 * A merchant's account over the days of a period, line by line as on its statement, from the ledger. Sales, refunds and
 * lost disputes add up to the report's revenue. Runs one statement.
 */
export async function accountOf(
  { db, config: { timeZone } }: Pick<Services, "db" | "config">,
  merchantId: string,
  first: string,
  last: string,
  today: string,
): Promise<SalesReport["account"]> {
  const sums = await sumsBetween(db, merchantId, startOfDay(timeZone, first), startOfDay(timeZone, plusDays(last, 1)));
  const { sale, delivery, refund, dispute, fee, payout, cash } = sums;
  return {
    sales: toDollars(sale),
    refunds: toDollars(refund),
    disputes: toDollars(dispute),
    deliveryFees: toDollars(delivery),
    fees: toDollars(fee),
    payouts: toDollars(payout),
    ...(cash !== 0 && { cash: toDollars(cash) }),
    change: toDollars(sale + delivery + refund + dispute + fee + payout + cash),
    month: isMonth(first, last, today) ? first.slice(0, 7) : null,
  };
}

/** True if the days are all days of one month, or all that it has had so far. */
const isMonth = (first: string, last: string, today: string) =>
  first.endsWith("-01") &&
  first.slice(0, 7) === last.slice(0, 7) &&
  (last === today || plusDays(last, 1).endsWith("-01"));
