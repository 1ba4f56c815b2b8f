import { sql } from "kysely";
import { z } from "~/features/zod";
import { behind, cutAt, readCursor, type Cursor } from "~/features/cursor.server";
import type { SpreadsheetFormat } from "~/features/spreadsheet-format";
import type { Db } from "~/platform/database/database.server";
import { containing } from "~/platform/database/dialects/dialect";
import type { Services } from "~/platform/services.server";
import { spreadsheetStream, type SpreadsheetRow } from "~/platform/spreadsheet.server";
import { plusDays, startOfDay } from "~/platform/time-zone";
import { takingTurns } from "~/platform/turns";
import type { AuditEntry, AuditFilters, AuditQuery } from "./schema";

const LIST = "audit";
const ENTRIES_A_PAGE = 20;
/** No index covers a search for words, so it reads this many of the newest entries that pass the other filters. */
export const MOST_LOOKED_THROUGH = 10_000;
/** Entries that are read and written before other work gets a turn. */
const BATCH = 200;

type Place = Pick<Services, "db" | "config">;

/** Entries that pass the filters, unsorted. */
function entries(db: Db, { action, actor, q, since, until }: AuditFilters, timeZone: string) {
  let newest = db.selectFrom("auditLog").selectAll();
  if (action) newest = newest.where("action", "=", action);
  if (actor) newest = newest.where("actorId", "=", actor);
  if (since) newest = newest.where("createdAt", ">=", startOfDay(timeZone, since));
  if (until) newest = newest.where("createdAt", "<", startOfDay(timeZone, plusDays(until, 1)));
  if (!q) return db.selectFrom(newest.as("entry")).selectAll();
  const candidates = newest.orderBy("createdAt", "desc").orderBy("_id", "desc").limit(MOST_LOOKED_THROUGH);
  return db
    .selectFrom(candidates.as("entry"))
    .selectAll()
    .where(sql<boolean>`lower("subject" || ' ' || "details") like ${containing(q.toLowerCase())} escape '\\'`);
}

/** A page of the entries that pass the filters, newest first, or those after a cursor. */
export async function auditPage({ db, config: { timeZone } }: Place, query: AuditQuery) {
  const { page, limit: size = ENTRIES_A_PAGE, after } = query;
  const cursor = readCursor(LIST, after);
  const { n } = await entries(db, query, timeZone)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  const rows = await stretchOf(db, query, timeZone, {
    cursor,
    limit: size + 1,
    offset: cursor ? 0 : (page - 1) * size,
  });
  const { docs, next } = cutAt(LIST, rows, size, ({ createdAt, _id }) => ({ at: createdAt, id: _id }));
  return { docs: docs.map(toEntry), page: cursor ? 1 : page, hasNextPage: next !== null, total: Number(n), next };
}

type Row = Awaited<ReturnType<ReturnType<typeof entries>["execute"]>>[number];

const storedDetails = z.record(z.string(), z.unknown());

const toEntry = ({ details, ...row }: Row): AuditEntry => ({
  ...row,
  details: storedDetails.parse(JSON.parse(details)),
});

/** Every entry that passes the filters, newest first, one line each; times are UTC. */
export function auditExport(
  { db, config: { timeZone } }: Place,
  { format, ...filters }: AuditFilters & { format: SpreadsheetFormat },
): ReadableStream<Uint8Array> {
  async function* batches() {
    const turn = takingTurns();
    for (let last: Row | null | undefined; last !== null;) {
      const cursor = last ? { at: last.createdAt, id: last._id } : null;
      const rows = await stretchOf(db, filters, timeZone, { cursor, limit: BATCH });
      yield rows.map(toLine);
      await turn();
      last = rows.length === BATCH ? rows.at(-1) : null;
    }
  }
  return spreadsheetStream(format, ["Time", "Who", "Action", "Whom or what", "Changes", "Details"], batches());
}

/** Entries that pass the filters, newest first: `limit` of them, from `offset` or after a cursor. */
function stretchOf(
  db: Db,
  filters: AuditFilters,
  timeZone: string,
  { cursor, limit, offset = 0 }: { cursor: Cursor | null; limit: number; offset?: number },
): Promise<Row[]> {
  const place = { at: sql.ref<string>("createdAt"), id: sql.ref<string>("_id") };
  const all = entries(db, filters, timeZone);
  return (cursor ? all.where(behind(cursor, place, "desc")) : all)
    .orderBy("createdAt", "desc")
    .orderBy("_id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
}

function toLine(row: Row): SpreadsheetRow {
  const { createdAt, actorName, action, subject, changes, details } = withChanges(toEntry(row));
  const changeTexts = changes.map(({ what, from, to }) => `${what}: ${from} → ${to}`).join("; ");
  return [createdAt, actorName, action, subject, changeTexts, details.length > 2 ? details : ""];
}

function withChanges({ details: { changes = [], ...details }, ...entry }: AuditEntry) {
  return {
    ...entry,
    changes: changes as { what: string; from: string; to: string }[],
    details: JSON.stringify(details),
  };
}
