import { sql, type Expression, type SqlBool } from "kysely";
import { Refusal } from "~/platform/refusal";

/* Cursors: an opaque text that says where in a list an answer ended. The next answer continues there by an index. */

/** The sort value and the id of the last entry of an answer. */
export interface Cursor {
  at: string;
  id: string;
}

const notACursor = () =>
  new Refusal(422, [
    { message: "after must be what this list has answered as next.", code: "invalid_format", field: "after" },
  ]);

/** The text of a cursor. `list` names the list and its order, so that other lists refuse it. */
export function cursorWord(list: string, { at, id }: Cursor): string {
  return Buffer.from(JSON.stringify([list, at, id])).toString("base64url");
}

/** The place that a cursor names, or null without one. Refuses with 422 a text that is no cursor of this list. */
export function readCursor(list: string, word: string | undefined): Cursor | null {
  if (word === undefined) return null;
  try {
    const [of, at, id] = JSON.parse(Buffer.from(word, "base64url").toString()) as unknown[];
    if (of === list && isTime(at) && typeof id === "string" && /^[0-9a-f]{24}$/.test(id)) return { at, id };
  } catch {
    // Not even JSON.
  }
  throw notACursor();
}

const isTime = (text: unknown): text is string => typeof text === "string" && /^[\d:.TZ-]{10,30}$/.test(text);

/** The place that `after` names in a list with cursors only by change. Refuses it with 422 without `updatedSince`. */
export function readChangeCursor(
  list: string,
  { updatedSince, after }: { updatedSince?: string | undefined; after?: string | undefined },
): Cursor | null {
  if (after !== undefined && updatedSince === undefined) throw notACursor();
  return readCursor(list, after);
}

/** Whether a row comes after the cursor in a list by `at`, then `id`, both in the same direction. */
export function behind(
  { at, id }: Cursor,
  columns: { at: Expression<string>; id: Expression<string> },
  direction: "asc" | "desc",
): Expression<SqlBool> {
  const beyond = direction === "asc" ? sql`>` : sql`<`;
  // For a comparison of whole rows, both databases continue in the index from there.
  return sql<SqlBool>`(${columns.at}, ${columns.id}) ${beyond} (${at}, ${id})`;
}

/**
 * Rows of a list by change: those changed at `since` or later, and after the cursor if there is one. Only the later of
 * the two bounds is set, because SQLite searches an index from one bound and would take the earlier.
 */
export function changedSince(
  since: string,
  cursor: Cursor | null,
  columns: { at: Expression<string>; id: Expression<string> },
): Expression<SqlBool> {
  if (cursor && cursor.at >= since) return behind(cursor, columns, "asc");
  return sql<SqlBool>`${columns.at} >= ${since}`;
}

/**
 * The answer from `rows`, which were read with one row more than `limit`: at most `limit` rows, and the cursor of the
 * next answer or null.
 */
export function cutAt<Row>(list: string, rows: Row[], limit: number, cursorOf: (row: Row) => Cursor) {
  const docs = rows.slice(0, limit);
  const last = docs.at(-1);
  return { docs, next: rows.length > limit && last !== undefined ? cursorWord(list, cursorOf(last)) : null };
}

/** Parameters of a list by change, as `changes` of pagination reads them. */
interface ChangeQuery {
  page: number;
  updatedSince: string;
  after?: string | undefined;
  limit?: number | undefined;
}

/** The condition, length and beginning of a page of a list by change. */
export interface ChangedRange {
  condition: Expression<SqlBool>;
  limit: number;
  offset: number;
}

/**
 * A page of a list by change, oldest change first, of `limit` entries or else `size`. `read` returns the rows of a
 * range in the order of `columns`, and `count` the number of rows that meet a condition. Two statements. Refuses a
 * cursor of another list with 422.
 */
export async function changedPage<Row>(
  list: string,
  query: ChangeQuery,
  size: number,
  columns: { at: Expression<string>; id: Expression<string> },
  rows: {
    count: (condition: Expression<SqlBool>) => Promise<number>;
    read: (range: ChangedRange) => Promise<Row[]>;
    cursorOf: (row: Row) => Cursor;
  },
) {
  const { page, updatedSince, limit = size } = query;
  const cursor = readChangeCursor(list, query);
  const total = await rows.count(changedSince(updatedSince, null, columns));
  const changed = await rows.read({
    condition: changedSince(updatedSince, cursor, columns),
    limit: limit + 1,
    offset: cursor ? 0 : (page - 1) * limit,
  });
  const { docs, next } = cutAt(list, changed, limit, rows.cursorOf);
  return { docs, page: cursor ? 1 : page, hasNextPage: next !== null, total, next };
}

/** A row without the moment by which its list is sorted. */
export function withoutMoment<Row extends { updatedAt: string }>(row: Row): Omit<Row, "updatedAt"> {
  const { updatedAt: _, ...rest } = row;
  return rest;
}
