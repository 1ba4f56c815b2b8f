import type { Image } from "~/features/fields";
import type { Db } from "~/platform/database/database.server";
import { imageOf } from "./rules.server";

/** An image of this owner, or null. */
export async function storedImage(db: Db, ownerId: string, fileId: string): Promise<Image | null> {
  const row = await db
    .selectFrom("files")
    .select(["_id", "widths", "width", "height"])
    .where("_id", "=", fileId)
    .where("ownerId", "=", ownerId)
    .where("kind", "=", "image")
    .executeTakeFirst();
  return row ? imageOf(row) : null;
}

/** Files by their ids, as far as this owner has them. */
export async function filesOf(db: Db, ownerId: string, fileIds: string[]) {
  if (fileIds.length === 0) return [];
  return db
    .selectFrom("files")
    .select(["_id", "kind", "mime", "bytes", "widths", "width", "height"])
    .where("_id", "in", fileIds)
    .where("ownerId", "=", ownerId)
    .execute();
}

/** A video, whoever it belongs to: its address is public. */
export function videoRow(db: Db, fileId: string) {
  return db
    .selectFrom("files")
    .select(["_id", "mime", "bytes", "ownerId"])
    .where("_id", "=", fileId)
    .where("kind", "=", "video")
    .executeTakeFirst();
}
