import type { Services } from "~/platform/services.server";
import type { LedgerRow } from "~/platform/database/tables";
import { dayIn } from "~/platform/time-zone";
import { entriesOf } from "./export.server";
import type { Statement } from "./schema";

/** What happened on one day of an account, in cents, and what was owed at its end. */
export interface Day extends Record<LedgerRow["kind"], number> {
  day: string;
  balance: number;
}

/** The days of a month on which something happened, oldest first. */
export async function entryDays(
  services: Pick<Services, "db" | "config">,
  merchantId: string,
  { month, timeZone, opening }: Statement,
): Promise<Day[]> {
  const days: Day[] = [];
  let balance = Math.round(opening * 100);
  for await (const entries of entriesOf(services, merchantId, month))
    for (const { createdAt, kind, amountCents } of entries) {
      const day = dayIn(timeZone, createdAt);
      let last = days.at(-1);
      if (last?.day !== day) {
        last = { day, balance, sale: 0, refund: 0, dispute: 0, fee: 0, payout: 0 };
        days.push(last);
      }
      balance += amountCents;
      last[kind] += amountCents;
      last.balance = balance;
    }
  return days;
}
