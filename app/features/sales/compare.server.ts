import { toDollars } from "~/features/fields";
import type { Db } from "~/platform/database/database.server";
import { daysBetween, plusDays } from "~/platform/time-zone";
import { sumOfDays } from "./queries.server";
import type { SalesReport } from "./schema";

/** What a period is measured against: as many days right before it, and the same days a year ago. Two statements. */
export async function comparedWith(
  db: Db,
  merchantId: string,
  first: string,
  last: string,
): Promise<Pick<SalesReport, "before" | "yearBefore">> {
  const length = daysBetween(first, last);
  return {
    before: await figuresOf(db, merchantId, plusDays(first, -length), plusDays(first, -1)),
    yearBefore: await figuresOf(db, merchantId, aYearBefore(first), aYearBefore(last)),
  };
}

async function figuresOf(db: Db, merchantId: string, since: string, until: string): Promise<SalesReport["before"]> {
  const { orders, units, cents } = await sumOfDays(db, merchantId, since, until);
  return { since, until, orders, units, revenue: toDollars(cents) };
}

/** The same day of the year before; of a leap day the one before it. */
function aYearBefore(day: string): string {
  return `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`.replace(/-02-29$/, "-02-28");
}
