import { sql } from "kysely";
import { pageOfDocs } from "~/features/pagination";
import type { Db } from "~/platform/database/database.server";
import { containing } from "~/platform/database/dialects/dialect";
import type { Services } from "~/platform/services.server";
import { csvStream, type SpreadsheetRow } from "~/platform/spreadsheet.server";
import { plusDays, startOfDay } from "~/platform/time-zone";
import { takingTurns } from "~/platform/turns";
import type { AuditEntry, AuditFilters } from "./schema";

const ENTRIES_A_PAGE = 20;
/** For words no index knows, so many of the newest that pass the other filters are looked through. */
export const MOST_LOOKED_THROUGH = 10_000;
/** Entries that are read and written before somebody else gets a turn. */
const BATCH = 200;

type Place = Pick<Services, "db" | "config">;

/** Entries that pass the filters, without an order. */
function entries(db: Db, { action, actor, q, since, until }: AuditFilters, timeZone: string) {
  let newest = db.selectFrom("auditLog").selectAll();
  if (action) newest = newest.where("action", "=", action);
  if (actor) newest = newest.where("actorId", "=", actor);
  if (since) newest = newest.where("createdAt", ">=", startOfDay(timeZone, since));
  if (until) newest = newest.where("createdAt", "<", startOfDay(timeZone, plusDays(until, 1)));
  if (!q) return db.selectFrom(newest.as("entry")).selectAll();
  const some = newest.orderBy("createdAt", "desc").orderBy("_id", "desc").limit(MOST_LOOKED_THROUGH);
  return db
    .selectFrom(some.as("entry"))
    .selectAll()
    .where(sql<boolean>`lower("subject" || ' ' || "details") like ${containing(q.toLowerCase())} escape '\\'`);
}

/** A page of the entries that pass the filters, newest first. */
export async function auditPage({ db, config: { timeZone } }: Place, filters: AuditFilters & { page: number }) {
  const { page } = filters;
  const { n } = await entries(db, filters, timeZone)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  const rows = await entries(db, filters, timeZone)
    .orderBy("createdAt", "desc")
    .orderBy("_id", "desc")
    .limit(ENTRIES_A_PAGE)
    .offset((page - 1) * ENTRIES_A_PAGE)
    .execute();
  return pageOfDocs(rows.map(toEntry), page, ENTRIES_A_PAGE, Number(n));
}

type Row = Awaited<ReturnType<ReturnType<typeof entries>["execute"]>>[number];

const toEntry = ({ details, ...row }: Row): AuditEntry => ({
  ...row,
  details: JSON.parse(details) as Record<string, unknown>,
});

/** Every entry that passes the filters, newest first, one line each; times are UTC. */
export function auditAsCsv({ db, config: { timeZone } }: Place, filters: AuditFilters): ReadableStream<Uint8Array> {
  async function* batches() {
    const turn = takingTurns();
    for (let last: Row | null | undefined; last !== null;) {
      const rows: Row[] = await behind(db, filters, timeZone, last ?? null);
      yield rows.map(toLine);
      await turn();
      last = rows.length === BATCH ? rows.at(-1) : null;
    }
  }
  return csvStream(["Time", "Who", "Action", "Whom or what", "Changes", "Details"], batches());
}

function behind(db: Db, filters: AuditFilters, timeZone: string, last: Row | null): Promise<Row[]> {
  let query = entries(db, filters, timeZone);
  if (last)
    query = query.where((eb) =>
      eb.or([
        eb("createdAt", "<", last.createdAt),
        eb.and([eb("createdAt", "=", last.createdAt), eb("_id", "<", last._id)]),
      ]),
    );
  return query.orderBy("createdAt", "desc").orderBy("_id", "desc").limit(BATCH).execute();
}

function toLine(row: Row): SpreadsheetRow {
  const { createdAt, actorName, action, subject, changes, details } = withChanges(toEntry(row));
  const changed = changes.map(({ what, from, to }) => `${what}: ${from} → ${to}`).join("; ");
  return [createdAt, actorName, action, subject, changed, details.length > 2 ? details : ""];
}

function withChanges({ details: { changes = [], ...details }, ...entry }: AuditEntry) {
  return {
    ...entry,
    changes: changes as { what: string; from: string; to: string }[],
    details: JSON.stringify(details),
  };
}
