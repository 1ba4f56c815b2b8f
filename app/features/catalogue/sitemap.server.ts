import { sql } from "kysely";
import type { Cursor } from "~/features/cursor.server";
import type { Db } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { productsBehind } from "./lists.server";

export const ADDRESSES_A_PAGE = 10_000;
/** The most addresses of a sitemap. Source: sitemaps.org. The first page grows until the next hour. */
const MOST_ADDRESSES = 50_000;
/** Search engines read a sitemap once a day or less often. */
const HOUR = 3_600_000;

interface Starts {
  /** The last product before each page but the first. */
  cursors: Promise<Cursor[]>;
  since: number;
}

/** Where the sitemap's pages begin, by database. Later products join the first page. May be lost at any time. */
const remembered = new WeakMap<Services["dialect"], Starts>();

/**
 * Ids of public products with the day of their last change, ten thousand a page, newest first. The beginnings of the
 * pages are read once an hour.
 */
export async function sitemapPage(services: Services, page: number) {
  const cursors = await startsOf(services);
  const [start, end] = [cursors[page - 2] ?? null, cursors[page - 1]];
  if (page > cursors.length + 1) return { docs: [], page, pages: cursors.length + 1, hasNextPage: false };
  let query = productsBehind(services.db, "all", start).select(["_id", "updatedAt"]);
  if (end) query = query.where(sql<boolean>`("createdAt", "_id") >= (${end.at}, ${end.id})`);
  const docs = await query.limit(MOST_ADDRESSES).execute();
  return { docs, page, pages: cursors.length + 1, hasNextPage: end !== undefined };
}

/** The same for public products changed at a time or later, oldest change first. */
export async function changedPage(db: Db, since: string, page: number) {
  const changedProducts = db.selectFrom("products").where("isPublic", "=", 1).where("updatedAt", ">=", since);
  const { n } = await changedProducts.select((eb) => eb.fn.countAll<number>().as("n")).executeTakeFirstOrThrow();
  const docs = await changedProducts
    .select(["_id", "updatedAt"])
    .orderBy("updatedAt")
    .orderBy("_id")
    .limit(ADDRESSES_A_PAGE)
    .offset((page - 1) * ADDRESSES_A_PAGE)
    .execute();
  const pages = Math.max(1, Math.ceil(Number(n) / ADDRESSES_A_PAGE));
  return { docs, page, pages, hasNextPage: page < pages };
}

function startsOf({ db, dialect }: Services): Promise<Cursor[]> {
  const cached = remembered.get(dialect);
  if (cached && performance.now() - cached.since < HOUR) return cached.cursors;
  const cursors = sitemapStarts(db).catch((error) => {
    remembered.delete(dialect);
    throw error;
  });
  remembered.set(dialect, { cursors, since: performance.now() });
  return cursors;
}

/**
 * The last product of each page but the last. Runs one statement for each page, which goes through as many entries of
 * an index as the page has.
 */
export async function sitemapStarts(db: Db, size = ADDRESSES_A_PAGE): Promise<Cursor[]> {
  const cursors: Cursor[] = [];
  for (let cursor: Cursor | null = null; ;) {
    const [last, next]: { at: string; id: string }[] = await productsBehind(db, "all", cursor)
      .select(["createdAt as at", "_id as id"])
      .limit(2)
      .offset(size - 1)
      .execute();
    if (!last || !next) return cursors;
    cursors.push(last);
    cursor = last;
  }
}
