import { sql } from "kysely";
import { imagesOf } from "~/features/products/images.server";
import type { Image, Tint } from "~/features/fields";
import { imageOf } from "~/features/media/stored-files.server";
import type { Db, Trx } from "~/platform/database/database.server";
import type { Dialect } from "~/platform/database/dialects/dialect";
import type { WaitingProduct } from "./schema";

/** Everything that waits for review: new products, and changes of published ones. */
function waitingRows(db: Db) {
  const fresh = db
    .selectFrom("products as p")
    .select([
      "p._id",
      sql<string>`coalesce(p."submittedAt", p."createdAt")`.as("submittedAt"),
      sql<string>`'new'`.as("kind"),
    ])
    .where("p.availType", "=", "in-review")
    .where("p.deletedAt", "is", null);
  const changes = db
    .selectFrom("productRevisions as r")
    // The cross join starts with the few changes. Otherwise SQLite would go through all products on sale.
    .crossJoin("products as p")
    .whereRef("p._id", "=", "r.productId")
    .select(["p._id", "r.submittedAt", sql<string>`'change'`.as("kind")])
    .where("p.availType", "=", "published")
    .where("p.deletedAt", "is", null);
  return fresh.unionAll(changes);
}

/** A part of the queue, oldest first, with the number of all that wait. Runs three statements. */
export async function waitingForReview(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ docs: WaitingProduct[]; total: number }> {
  const { n } = await db
    .selectFrom(waitingRows(db).as("w"))
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom(waitingRows(db).as("w"))
    .innerJoin("products as p", "p._id", "w._id")
    .innerJoin("categories as c", "c._id", "p.categoryId")
    .leftJoin("stores as s", "s.userId", "p.merchantId")
    .select(["p._id", "w.kind", "w.submittedAt", "p.title", "c.title as category", "c.tint", "s.storeName"])
    .orderBy("w.submittedAt")
    .orderBy("p._id")
    .limit(limit)
    .offset(offset)
    .execute();
  const images = await imagesOf(
    db,
    rows.map((row) => row._id),
  );
  return {
    total: Number(n),
    docs: rows.map((row) => {
      const image = images.get(row._id)?.[0];
      return {
        _id: row._id,
        kind: row.kind === "new" ? "new" : "change",
        title: row.title,
        category: { title: row.category, tint: row.tint as Tint },
        storeName: row.storeName ?? "",
        ...(image && { image }),
        submittedAt: row.submittedAt,
      };
    }),
  };
}

/** The product after one in the queue, which starts again at its end, and how many wait. Runs two statements. */
export async function nextForReview(
  db: Db,
  { _id, submittedAt }: { _id: string; submittedAt: string },
): Promise<{ next?: string; waiting: number }> {
  const { n } = await db
    .selectFrom(waitingRows(db).as("w"))
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  const row = await db
    .selectFrom(waitingRows(db).as("w"))
    .select("w._id")
    .where("w._id", "<>", _id)
    .orderBy((eb) =>
      eb
        .case()
        .when(
          eb.or([
            eb("w.submittedAt", ">", submittedAt),
            eb.and([eb("w.submittedAt", "=", submittedAt), eb("w._id", ">", _id)]),
          ]),
        )
        .then(0)
        .else(1)
        .end(),
    )
    .orderBy("w.submittedAt")
    .orderBy("w._id")
    .limit(1)
    .executeTakeFirst();
  return { ...(row && { next: row._id }), waiting: Number(n) };
}

/** A product that waits for review, itself or with a change, and its merchant. Undefined if nothing waits. */
export async function waitingProduct(db: Db, productId: string) {
  return db
    .selectFrom("products as p")
    .innerJoin("categories as c", "c._id", "p.categoryId")
    .innerJoin("users as u", "u._id", "p.merchantId")
    .leftJoin("stores as s", "s.userId", "p.merchantId")
    .leftJoin("productRevisions as r", "r.productId", "p._id")
    .leftJoin("productFood as pf", "pf.productId", "p._id")
    .select([
      "pf.food",
      "p._id",
      "p.categoryId",
      "p.merchantId",
      "p.title",
      "p.description",
      "p.tags",
      "p.videoId",
      "p.priceCents",
      "p.quantity",
      "p.sku",
      "p.availType",
      "p.createdAt",
      "p.updatedAt",
      "p.submittedAt",
      "p.takenOffAt",
      "p.takenOffReason",
      "c.title as category",
      "c.tint",
      "s.storeName",
      "s.status as storeStatus",
      "u.email",
      "u.firstName",
      "r.payload",
      "r.submittedAt as changedAt",
    ])
    .where("p._id", "=", productId)
    .where("p.deletedAt", "is", null)
    .where((eb) =>
      eb.or([
        eb("p.availType", "=", "in-review"),
        eb.and([eb("p.availType", "=", "published"), eb("r.productId", "is not", null)]),
      ]),
    )
    .executeTakeFirst();
}
export type WaitingRecord = NonNullable<Awaited<ReturnType<typeof waitingProduct>>>;

/** Pictures by their ids, in the order of the ids. */
export async function imagesByIds(db: Db, ids: string[]): Promise<Image[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("files")
    .select(["_id", "widths", "width", "height"])
    .where("_id", "in", ids)
    .where("kind", "=", "image")
    .execute();
  const byId = new Map(rows.map((row) => [row._id, imageOf(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export function categoryById(db: Db, categoryId: string) {
  return db.selectFrom("categories").select(["_id", "title", "tint"]).where("_id", "=", categoryId).executeTakeFirst();
}

/** The store's status, locked, so that a suspension at the same moment comes either before or after. */
export async function lockStoreStatus(trx: Trx, dialect: Dialect, merchantId: string) {
  let query = trx.selectFrom("stores").select("status").where("userId", "=", merchantId);
  if (dialect.forUpdate) query = query.forUpdate();
  return (await query.executeTakeFirst())?.status;
}

/** The files that a product shows now. */
export async function filesShown(trx: Trx, productId: string): Promise<string[]> {
  const images = await trx.selectFrom("productImages").select("fileId").where("productId", "=", productId).execute();
  const product = await trx.selectFrom("products").select("videoId").where("_id", "=", productId).executeTakeFirst();
  return [...images.map((row) => row.fileId), ...(product?.videoId ? [product.videoId] : [])];
}

/** The files of `fileIds` that no order of the product shows. */
export async function notInOrders(trx: Trx, productId: string, fileIds: string[]): Promise<string[]> {
  if (fileIds.length === 0) return [];
  const rows = await trx
    .selectFrom("orderLines")
    .select("imageId")
    .distinct()
    .where("productId", "=", productId)
    .where("imageId", "in", fileIds)
    .execute();
  const keptFileIds = new Set(rows.map((row) => row.imageId));
  return fileIds.filter((id) => !keptFileIds.has(id));
}

export async function productExists(trx: Trx, productId: string): Promise<boolean> {
  return (await trx.selectFrom("products").select("_id").where("_id", "=", productId).executeTakeFirst()) !== undefined;
}
