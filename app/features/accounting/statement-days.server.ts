import type { Services } from "~/platform/services.server";
import type { LedgerRow } from "~/platform/database/tables";
import type { Cents } from "~/features/fields";
import { dayIn } from "~/platform/time-zone";
import { entriesOf } from "./statement-export.server";
import type { Statement } from "./statement-schema";

/** One day of an account: its sums in cents, and the balance at its end. */
export interface Day extends Record<LedgerRow["kind"], number> {
  day: string;
  balance: number;
}

/** The days of a month on which something happened, oldest first. */
export async function entryDays(
  services: Pick<Services, "db" | "config">,
  merchantId: string,
  { month, timeZone }: Statement,
  openingCents: Cents,
): Promise<Day[]> {
  const days: Day[] = [];
  let balance = openingCents;
  for await (const entries of entriesOf(services, merchantId, month))
    for (const { createdAt, kind, amountCents } of entries) {
      const day = dayIn(timeZone, createdAt);
      let last = days.at(-1);
      if (last?.day !== day) {
        last = { day, balance, sale: 0, delivery: 0, refund: 0, dispute: 0, fee: 0, payout: 0, cash: 0 };
        days.push(last);
      }
      balance += amountCents;
      last[kind] += amountCents;
      last.balance = balance;
    }
  return days;
}
