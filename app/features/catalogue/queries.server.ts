import type { Tint } from "~/features/fields";
import { demandsIn } from "~/features/food-information/demands";
import { imageOf } from "~/features/media/stored-files.server";
import { productsOnSale } from "~/features/products/on-sale.server";
import type { Db } from "~/platform/database/database.server";
import type { Category } from "./schema";

/** Every category with its picture and its number of public products, in the operator's order. Runs one statement. */
export async function allCategories(db: Db): Promise<Category[]> {
  const rows = await db
    .selectFrom("categories as c")
    .leftJoin("files as f", "f._id", "c.imageId")
    .leftJoin("categoryDemands as d", "d.categoryId", "c._id")
    .select([
      "d.kind",
      "d.demands",
      "c._id",
      "c.title",
      "c.tint",
      "c.imageId",
      "f.widths",
      "f.width",
      "f.height",
      productsOnSale("categoryId", "c._id").as("products"),
    ])
    .orderBy("c.position")
    .orderBy("c._id")
    .execute();
  return rows.map((row) => ({
    _id: row._id,
    title: row.title,
    tint: row.tint as Tint,
    ...demandsIn(row),
    products: Number(row.products),
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

/** The quantity of each size of these products, by product and size. Only of public products. */
export async function quantitiesOf(db: Db, ids: string[]): Promise<Map<string, Map<string, number>>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("products as p")
    .innerJoin("variants as v", "v.productId", "p._id")
    .select(["p._id", "v._id as variantId", "v.quantity"])
    .where("p._id", "in", ids)
    .where("p.isPublic", "=", 1)
    .where("v.deletedAt", "is", null)
    .where("v.isPending", "=", 0)
    .execute();
  const quantities = new Map<string, Map<string, number>>();
  for (const { _id, variantId, quantity } of rows)
    quantities.set(_id, (quantities.get(_id) ?? new Map<string, number>()).set(variantId, quantity));
  return quantities;
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
