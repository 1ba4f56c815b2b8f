import type { ExpressionBuilder } from "kysely";
import { dayInWords } from "~/features/days";
import type { Db } from "~/platform/database/database.server";
import type { Tables } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { today } from "./holiday";

export interface ClosedStall {
  storeName: string;
  /** The last day of its holiday. */
  until: string;
}

/** The stalls of these merchants that are on holiday today, by merchant. Runs one statement. */
export async function closedStalls(
  db: Db,
  services: Pick<Services, "clock" | "config">,
  merchantIds: string[],
): Promise<Map<string, ClosedStall>> {
  const rows = await db
    .selectFrom("stores")
    .select(["userId", "storeName", "holidayUntil"])
    .where("userId", "in", merchantIds)
    .where(onHoliday(today(services)))
    .execute();
  return new Map(rows.map(({ userId, storeName, holidayUntil }) => [userId, { storeName, until: holidayUntil ?? "" }]));
}

/** Selects stores that are on holiday on a day. */
export function onHoliday(day: string) {
  return (eb: ExpressionBuilder<Tables, "stores">) =>
    eb.and([eb("stores.holidayFrom", "<=", day), eb("stores.holidayUntil", ">=", day)]);
}

/** "Green Gate Farm is closed until 5 December 2026." */
export function closedSentence({ storeName, until }: ClosedStall): string {
  return `${storeName || "The stall"} is closed until ${dayInWords(until)}.`;
}
