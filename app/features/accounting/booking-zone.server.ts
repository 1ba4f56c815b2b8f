import { Kysely } from "kysely";
import { timestamp } from "~/platform/clock";
import { ConfigError } from "~/platform/config-error";
import { inTransaction, type Db, type Trx } from "~/platform/database/database.server";
import type { Tables } from "~/platform/database/tables";
import { untilReachable } from "~/platform/database/until-reachable";
import type { Services } from "~/platform/services.server";
import { bookDays } from "./book-days.server";

/*
 * The sums of days are stored, so they are of one time zone. With a changed `TZ`, new sales would be added to days of
 * another zone, so the shop does not start with it until the days are booked anew.
 */

type Needs = Pick<Services, "db" | "dialect" | "config" | "clock">;

/** The time zone in which the sums of days were booked; null before a first booking. */
export async function bookingZone(db: Db | Trx): Promise<string | null> {
  return (await lastBooking(db))?.timeZone ?? null;
}

const lastBooking = (db: Db | Trx) => db.selectFrom("bookingZones").select(["timeZone", "bookedAt"]).executeTakeFirst();

/** The sentence for a time zone that is not the one of the booked days; null if it is, or if no day is booked yet. */
export function wrongZone(booked: string | null, timeZone: string): string | null {
  if (booked === null || canonical(booked) === canonical(timeZone)) return null;
  return `TZ is ${timeZone}, but the days of sales and refunds were booked in ${booked}. Set TZ=${booked}; or stop every process of the shop and run \`npm run days:book\`, which books all days anew in ${timeZone}.`;
}

/** A zone may have several names: Europe/Kyiv is Europe/Kiev. */
const canonical = (timeZone: string) => new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;

/**
 * Makes sure that the booked days are of the configured time zone. Books them if that was never done: in a new
 * database, and after an update that keeps them differently. Waits while the database is out of reach. Throws a
 * ConfigError if they are of another zone.
 */
export async function checkBookingZone(services: Needs): Promise<void> {
  await untilReachable(services.dialect.place, async () => {
    const booking = await lastBooking(services.db);
    const wrong = wrongZone(booking?.timeZone ?? null, services.config.timeZone);
    if (wrong) throw new ConfigError(wrong);
    if (!booking?.bookedAt) await bookAllDays(services);
  });
}

/**
 * Books all days anew in the configured time zone, in one transaction, which may take as long as it needs. Returns how
 * many parts of orders it read.
 */
export async function bookAllDays({ dialect, config: { timeZone }, clock }: Needs): Promise<number> {
  const db = new Kysely<Tables>({ dialect: dialect.unhurried() });
  try {
    return await inTransaction(db, async (trx) => {
      const row = { sums: "days" as const, timeZone, bookedAt: timestamp(clock) };
      // The row's lock makes processes that start at once do the work one after another.
      await trx
        .insertInto("bookingZones")
        .values(row)
        .onConflict((oc) => oc.column("sums").doUpdateSet({ timeZone, bookedAt: row.bookedAt }))
        .execute();
      return bookDays(trx, dialect, timeZone);
    });
  } finally {
    await db.destroy();
  }
}
