import type { Db } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { unknownProduct } from "~/features/products/errors.server";
import type { StockChange } from "./stock-history-schema";

const A_PAGE = 20;
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
