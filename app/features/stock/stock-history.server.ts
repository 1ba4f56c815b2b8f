import { cutAt, readChangeCursor, type Cursor } from "~/features/cursor.server";
import type { Db } from "~/platform/database/database.server";
import { lowestIdAt } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import { unknownProduct } from "~/features/products/errors.server";
import type { StockChange } from "./stock-history-schema";

const A_PAGE = 20;
const BY_CHANGE = "stock changes";

interface HistoryQuery {
  page: number;
  updatedSince?: string | undefined;
  after?: string | undefined;
  limit?: number | undefined;
}

/**
 * A page of the changes of a product's stock, newest first. With a moment in `updatedSince`, oldest first and with
 * cursors. Refuses `unknown_product`.
 */
export async function stockHistory(
  { db }: Pick<Services, "db">,
  merchantId: string,
  productId: string,
  query: HistoryQuery,
) {
  const { page, updatedSince: since, limit = A_PAGE } = query;
  const cursor = readChangeCursor(BY_CHANGE, query);
  const product = await db
    .selectFrom("products")
    .select(["title", "quantity"])
    .where("_id", "=", productId)
    .where("merchantId", "=", merchantId)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  if (!product) throw unknownProduct();
  const { n } = await db
    .selectFrom("stockChanges")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("productId", "=", productId)
    .$if(since !== undefined, (query) => query.where("_id", ">=", lowestIdAt(since ?? "")))
    .executeTakeFirstOrThrow();
  const offset = cursor ? 0 : (page - 1) * limit;
  const rows = await changeRows(db, productId, { since, cursor, limit, offset });
  const { docs, next } = cutAt(BY_CHANGE, rows, limit, ({ at, _id }) => ({ at, id: _id }));
  return {
    docs: docs.map(toChange),
    page: cursor ? 1 : page,
    hasNextPage: next !== null,
    total: Number(n),
    ...(since !== undefined && { next }),
  };
}

interface Bounds {
  since: string | undefined;
  cursor: Cursor | null;
  limit: number;
  offset: number;
}

/** Changes of a product's stock, one more than `limit`. Ids sort by moment, so the index of ids gives the order. */
function changeRows(db: Db, productId: string, { since, cursor, limit, offset }: Bounds) {
  const first = since === undefined ? null : lowestIdAt(since);
  return db
    .selectFrom("stockChanges as c")
    .leftJoin("orders as o", "o._id", "c.orderId")
    .leftJoin("users as u", "u._id", "c.byUserId")
    .select(["c._id", "c.at", "c.kind", "c.pieces", "c.quantity", "c.orderId"])
    .select(["o.itemId", "o.status", "o.heldUntil", "u.firstName", "u.lastName"])
    .where("c.productId", "=", productId)
    .$if(first !== null && !(cursor && cursor.id >= first), (query) => query.where("c._id", ">=", first ?? ""))
    .$if(cursor !== null, (query) => query.where("c._id", ">", cursor?.id ?? ""))
    .orderBy("c._id", first === null ? "desc" : "asc")
    .limit(limit + 1)
    .offset(offset)
    .execute();
}

function toChange(row: Awaited<ReturnType<typeof changeRows>>[number]): StockChange {
  // Its order tells whether the stock is sold or only held, because payment writes nothing here.
  const isHeld = row.kind === "sold" && row.status === "pending";
  const by = `${row.firstName ?? ""} ${row.lastName ?? ""}`.trim();
  return {
    _id: row._id,
    at: row.at,
    kind: isHeld ? ("held" as const) : row.kind,
    pieces: row.pieces,
    quantity: row.quantity,
    ...(isHeld && row.heldUntil && { heldUntil: row.heldUntil }),
    ...(!isHeld && row.orderId && row.itemId !== null && { order: { _id: row.orderId, itemId: row.itemId } }),
    ...(by && { by }),
  };
}
