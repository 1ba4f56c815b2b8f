import { sql } from "kysely";
import type { Tint } from "~/features/fields";
import { imageOf } from "~/features/media/stored-files.server";
import type { Db } from "~/platform/database/database.server";
import type { Category } from "./schema";

/** Every category with its picture and its number of public products, in the operator's order. One statement. */
export async function allCategories(db: Db): Promise<Category[]> {
  const rows = await db
    .selectFrom("categories as c")
    .leftJoin("files as f", "f._id", "c.imageId")
    .select((eb) => [
      "c._id",
      "c.title",
      "c.tint",
      "c.imageId",
      "f.widths",
      "f.width",
      "f.height",
      eb
        .selectFrom("listSegments as s")
        .select((of) => of.fn.sum<number | null>("s.products").as("n"))
        .where(sql<boolean>`"s"."list" = 'category ' || "c"."_id"`)
        .as("products"),
    ])
    .orderBy("c.position")
    .orderBy("c._id")
    .execute();
  return rows.map((row) => ({
    _id: row._id,
    title: row.title,
    tint: row.tint as Tint,
    products: Number(row.products ?? 0),
    ...(row.imageId && {
      image: imageOf({ _id: row.imageId, widths: row.widths ?? "[]", width: row.width ?? 0, height: row.height ?? 0 }),
    }),
  }));
}

/** Ids of up to `limit` other public products of a product's category, newest first. */
export async function idsOfRelated(db: Db, productId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("products")
    .select("_id")
    .where("isPublic", "=", 1)
    .where("categoryId", "=", (eb) =>
      eb.selectFrom("products as own").select("own.categoryId").where("own._id", "=", productId),
    )
    .where("_id", "<>", productId)
    .orderBy("createdAt", "desc")
    .orderBy("_id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => row._id);
}

/** How many there are of each of these products, as far as they are public. */
export async function quantitiesOf(db: Db, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("products")
    .select(["_id", "quantity"])
    .where("_id", "in", ids)
    .where("isPublic", "=", 1)
    .execute();
  return new Map(rows.map((row) => [row._id, row.quantity]));
}

/** The names of stalls by their merchants. */
export async function stallNames(db: Db, merchantIds: string[]): Promise<Map<string, string>> {
  if (merchantIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("stores")
    .select(["userId", "storeName"])
    .where("userId", "in", merchantIds)
    .execute();
  return new Map(rows.map((row) => [row.userId, row.storeName]));
}
