import type { Image } from "~/features/fields";
import { unknownPicture } from "~/features/media/errors.server";
import { claimFiles, imageOf, releaseFiles } from "~/features/media/stored-files.server";
import type { Db, Trx } from "~/platform/database/database.server";

/* Pictures of reviews. Everybody sees them while the review is shown. Nobody sees those of a hidden one. */

/** The pictures of some reviews in their order. One statement. */
export async function picturesOf(db: Db, reviewIds: string[]): Promise<(reviewId: string) => Image[]> {
  if (reviewIds.length === 0) return () => [];
  const rows = await db
    .selectFrom("reviewPictures as p")
    .innerJoin("files as f", "f._id", "p.fileId")
    .select(["p.reviewId", "f._id", "f.widths", "f.width", "f.height"])
    .where("p.reviewId", "in", reviewIds)
    .orderBy("p.reviewId")
    .orderBy("p.position")
    .execute();
  return (reviewId) => rows.filter((row) => row.reviewId === reviewId).map(imageOf);
}

/**
 * Sets a review's pictures to exactly these of its writer. Removed ones are swept. Returns whether anything changed.
 * Refuses `unknown_picture` for one of another writer, or one in use elsewhere.
 */
export async function setPictures(
  trx: Trx,
  writerId: string,
  reviewId: string,
  fileIds: readonly string[],
): Promise<boolean> {
  const rows = await trx
    .selectFrom("reviewPictures")
    .select("fileId")
    .where("reviewId", "=", reviewId)
    .orderBy("position")
    .execute();
  const earlier = rows.map(({ fileId }) => fileId);
  const ids = [...new Set(fileIds)];
  if (earlier.join() === ids.join()) return false;
  const addedIds = ids.filter((fileId) => !earlier.includes(fileId));
  if (!(await claimFiles(trx, writerId, "image", addedIds))) throw unknownPicture();
  await trx.deleteFrom("reviewPictures").where("reviewId", "=", reviewId).execute();
  await releaseFiles(
    trx,
    writerId,
    earlier.filter((fileId) => !ids.includes(fileId)),
  );
  const pictures = ids.map((fileId, position) => ({ reviewId, fileId, position }));
  if (pictures.length > 0) await trx.insertInto("reviewPictures").values(pictures).execute();
  return true;
}

/** Removes the pictures of a person who leaves from their reviews. The text stays. */
export async function forgetPicturesOf(trx: Trx, userId: string): Promise<void> {
  const reviewIds = trx.selectFrom("reviews").select("_id").where("buyerId", "=", userId);
  const rows = await trx.deleteFrom("reviewPictures").where("reviewId", "in", reviewIds).returning("fileId").execute();
  await releaseFiles(
    trx,
    userId,
    rows.map(({ fileId }) => fileId),
  );
}
