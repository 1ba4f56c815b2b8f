import { sql } from "kysely";
import type { Db, Trx } from "~/platform/database/database.server";
import type { NewRow } from "~/platform/database/tables";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import { unknownProduct } from "./errors.server";
import type { StockChange } from "./stock-history-schema";

const A_PAGE = 20;
/** A year ago can be compared with, and a month more for whoever looks late. */
const KEPT_DAYS = 400;
/** Rows in one statement: far below what either database takes as parameters. */
const BATCH = 500;

type Noted = Pick<NewRow<"stockChanges">, "productId" | "pieces" | "quantity"> &
  Partial<Pick<NewRow<"stockChanges">, "orderId" | "byUserId">>;

/**
 * Writes down what has become of the stock of products, in the transaction that changes it. `pieces` is how many more
 * there are, below 0 fewer, and `quantity` how many afterwards; what changes nothing is left out.
 */
export async function noteStock(
  trx: Trx,
  { clock }: Pick<Services, "clock">,
  kind: NewRow<"stockChanges">["kind"],
  changes: Noted[],
): Promise<void> {
  const now = clock.now();
  const rows = changes
    .filter(({ pieces }) => pieces !== 0)
    .map((change) => ({ orderId: null, byUserId: null, ...change, kind, _id: newId(now), at: now.toISOString() }));
  for (let at = 0; at < rows.length; at += BATCH)
    await trx
      .insertInto("stockChanges")
      .values(rows.slice(at, at + BATCH))
      .execute();
}

/**
 * What was held for an order and is not any more was never sold: it leaves no trace. Answers how many pieces of each
 * product come back, fewer than were held where `countAwayHeld` has been at them.
 */
export async function forgetHeld(trx: Trx, orderId: string): Promise<Map<string, number>> {
  const rows = await trx
    .deleteFrom("stockChanges")
    .where("orderId", "=", orderId)
    .returning(["productId", "pieces"])
    .execute();
  return new Map(rows.map(({ productId, pieces }) => [productId, -pieces]));
}

/**
 * A merchant has counted fewer pieces than unpaid orders hold: so many of each product, `short`, are not for sale again
 * when their holds end. Whoever asks holds the products' locks, and has set the stock to 0.
 */
export async function countAwayHeld(
  trx: Trx,
  services: Pick<Services, "clock">,
  short: Map<string, number>,
  byUserId: string,
): Promise<void> {
  const missing = new Map([...short].filter(([, pieces]) => pieces > 0));
  if (missing.size === 0) return;
  const held = await trx
    .selectFrom("stockChanges as c")
    .innerJoin("orders as o", "o._id", "c.orderId")
    .select(["c._id", "c.productId", "c.pieces"])
    .where("o.status", "=", "pending")
    .where("c.productId", "in", [...missing.keys()])
    .where("c.pieces", "<", 0)
    .orderBy("c._id")
    .execute();
  const away = held.flatMap(({ _id, productId, pieces }) => {
    const left = missing.get(productId) ?? 0;
    const taken = Math.min(left, -pieces);
    missing.set(productId, left - taken);
    return taken > 0 ? [{ _id, productId, pieces: -taken }] : [];
  });
  if (away.length === 0) return;
  const cases = away.map(({ _id, pieces }) => sql`when ${_id} then cast(${pieces} as integer)`);
  await trx
    .updateTable("stockChanges")
    .set((eb) => ({ pieces: sql<number>`${eb.ref("pieces")} - case "_id" ${sql.join(cases, sql` `)} end` }))
    .where(
      "_id",
      "in",
      away.map(({ _id }) => _id),
    )
    .execute();
  await noteStock(
    trx,
    services,
    "corrected",
    away.map(({ productId, pieces }) => ({ productId, pieces, quantity: 0, byUserId })),
  );
}

/** A page of what has become of a product's stock, newest first. Refuses `unknown_product`. */
export async function stockHistory({ db }: Pick<Services, "db">, merchantId: string, productId: string, page: number) {
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
    .executeTakeFirstOrThrow();
  const total = Number(n);
  return { docs: await changesOf(db, productId, page), page, hasNextPage: page * A_PAGE < total, total };
}

async function changesOf(db: Db, productId: string, page: number): Promise<StockChange[]> {
  const rows = await db
    .selectFrom("stockChanges as c")
    .leftJoin("orders as o", "o._id", "c.orderId")
    .leftJoin("users as u", "u._id", "c.byUserId")
    .select(["c._id", "c.at", "c.kind", "c.pieces", "c.quantity", "c.orderId"])
    .select(["o.itemId", "o.status", "o.heldUntil", "u.firstName", "u.lastName"])
    .where("c.productId", "=", productId)
    .orderBy("c._id", "desc")
    .limit(A_PAGE)
    .offset((page - 1) * A_PAGE)
    .execute();
  return rows.map((row) => {
    // Whether it is sold or only held, its order knows: nothing is written here when it is paid for.
    const held = row.kind === "sold" && row.status === "pending";
    const by = `${row.firstName ?? ""} ${row.lastName ?? ""}`.trim();
    return {
      _id: row._id,
      at: row.at,
      kind: held ? ("held" as const) : row.kind,
      pieces: row.pieces,
      quantity: row.quantity,
      ...(held && row.heldUntil && { heldUntil: row.heldUntil }),
      ...(!held && row.orderId && row.itemId !== null && { order: { _id: row.orderId, itemId: row.itemId } }),
      ...(by && { by }),
    };
  });
}

/** Forgets what is older than 400 days. Ids begin with their time, so their index finds it. */
export async function sweepStockHistory({ db, clock }: Services): Promise<void> {
  const oldest = newId(new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000)).slice(0, 11);
  await db.deleteFrom("stockChanges").where("_id", "<", oldest).execute();
}
