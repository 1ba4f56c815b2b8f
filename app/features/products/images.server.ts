import type { Image } from "~/features/fields";
import { imageOf } from "~/features/media/stored-files.server";
import type { Db } from "~/platform/database/database.server";

/** The pictures of products, by product, in the merchant's order. One statement. */
export async function imagesOf(db: Db, productIds: string[]): Promise<Map<string, Image[]>> {
  const images = new Map<string, Image[]>();
  if (productIds.length === 0) return images;
  const rows = await db
    .selectFrom("productImages as i")
    .innerJoin("files as f", "f._id", "i.fileId")
    .select(["i.productId", "f._id", "f.widths", "f.width", "f.height"])
    .where("i.productId", "in", productIds)
    .orderBy("i.productId")
    .orderBy("i.position")
    .execute();
  for (const row of rows) images.set(row.productId, [...(images.get(row.productId) ?? []), imageOf(row)]);
  return images;
}
