import { cursorWord, cutAt, readCursor } from "~/features/cursor.server";
import { MOST_COUNTED } from "~/features/pagination";
import type { Db } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { unknownProduct } from "./errors.server";
import { countOwn, countStates, ownProduct, ownProducts, ownProductsBehind } from "./queries.server";
import type { ManagedProduct, ManagedQuery } from "./schema";

const A_PAGE = 10;
const MOST_PAGES_AT_ONCE = 20;

const NEWEST_FIRST = "products";
const BY_CHANGE = "products changed";

/** A page, or several together, of a merchant's products, newest first. */
export async function managedProductPage({ db }: Services, merchantId: string, query: ManagedQuery) {
  if (query.after !== undefined || query.updatedSince !== undefined) return productsBehind(db, merchantId, query);
  const { page, from } = query;
  const size = (from === undefined ? query.limit : undefined) ?? A_PAGE;
  const first = Math.max(Math.min(from ?? page, page), page - MOST_PAGES_AT_ONCE + 1, 1);
  const { total, ...counted } = await countsFor(db, merchantId, query);
  const range = { limit: (page - first + 1) * size, offset: (first - 1) * size };
  const docs = await ownProducts(db, merchantId, query, range);
  const [hasNextPage, last] = [page * size < total, docs.at(-1)];
  const next = hasNextPage && last ? cursorWord(NEWEST_FIRST, { at: last.createdAt, id: last._id }) : null;
  return { docs, page, hasNextPage, total, next, ...counted };
}

/** The length of the list and, if wanted, the counts of all states. Both take one statement while a list is short. */
async function countsFor(db: Db, merchantId: string, query: ManagedQuery) {
  if (query.counts === undefined) return { total: await countOwn(db, merchantId, query) };
  const counts = await countStates(db, merchantId, query);
  const total = counts[query.only || "all"];
  return { total: total > MOST_COUNTED ? await countOwn(db, merchantId, query) : total, counts };
}

/** Products behind a cursor, or changed since a moment. */
async function productsBehind(db: Db, merchantId: string, query: ManagedQuery) {
  const { updatedSince, after, limit = A_PAGE } = query;
  const list = updatedSince === undefined ? NEWEST_FIRST : BY_CHANGE;
  const cursor = readCursor(list, after);
  const { total, ...counted } = await countsFor(db, merchantId, query);
  const rows = await ownProductsBehind(db, merchantId, query, { cursor, limit });
  const { docs, next } = cutAt(list, rows, limit, ({ _id, createdAt, updatedAt }) => ({
    at: updatedSince === undefined ? createdAt : updatedAt,
    id: _id,
  }));
  return { docs, page: 1, hasNextPage: next !== null, total, next, ...counted };
}

export async function managedProductOf(
  { db }: Services,
  merchantId: string,
  productId: string,
): Promise<ManagedProduct> {
  const product = await ownProduct(db, merchantId, productId);
  if (!product) throw unknownProduct();
  return product;
}
