import type { Db } from "~/platform/database/database.server";
import { daysBetween, plusDays } from "~/platform/time-zone";
import { dayInDollars, sumsOfTwo } from "./queries.server";
import type { SalesReport } from "./schema";

/** The figures to compare a period with: as many days right before it, and the same days a year ago. One statement. */
export async function comparedWith(
  db: Db,
  merchantId: string,
  first: string,
  last: string,
): Promise<Pick<SalesReport, "before" | "yearBefore">> {
  const before = { since: plusDays(first, -daysBetween(first, last)), until: plusDays(first, -1) };
  const yearBefore = { since: aYearBefore(first), until: aYearBefore(last) };
  const [one, yearBeforeSums] = await sumsOfTwo(db, merchantId, [before, yearBefore]);
  return {
    before: { ...before, ...dayInDollars(one) },
    yearBefore: { ...yearBefore, ...dayInDollars(yearBeforeSums) },
  };
}

/** The same day of the year before; 28 February for a leap day. */
function aYearBefore(day: string): string {
  return `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`.replace(/-02-29$/, "-02-28");
}
