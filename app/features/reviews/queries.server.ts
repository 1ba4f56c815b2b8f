import { sql } from "kysely";
import type { Image } from "~/features/fields";
import type { Db } from "~/platform/database/database.server";
import type { Review } from "./schema";

/**
 * Whether the price of a line was refunded in full: all of its pieces, or the whole part. `l` is the line, `p` its
 * part.
 */
export const isLineRefunded = sql<0 | 1>`case when "p"."statusText" in ('Refunded', 'Cancelled')
  or "l"."refundedQuantity" >= "l"."quantity" or "p"."refundedCents" >= "p"."amountCents" then 1 else 0 end`;

/** Reviews with the data of their order: `r`, with the line `l` and the part `p`. */
export function reviewRows(db: Db) {
  return db
    .selectFrom("reviews as r")
    .innerJoin("orderLines as l", "l._id", "r.lineId")
    .innerJoin("orderParts as p", "p._id", "l.partId")
    .select([
      "r._id",
      "r.productId",
      "r.merchantId",
      "r.stars",
      "r.text",
      "r.name",
      "r.usefulCount",
      "r.answer",
      "r.answeredAt",
      "r.hiddenAt",
      "r.hiddenReason",
      "r.openReports",
      "r.createdAt",
      "r.changedAt",
      "r.updatedAt",
      "l.sizeName",
      "l.title",
      isLineRefunded.as("isRefunded"),
    ]);
}
type ReviewRecord = Awaited<ReturnType<ReturnType<typeof reviewRows>["execute"]>>[number];

type PicturesOf = (reviewId: string) => Image[];

/** A review as the API shows it. */
export const toReview = (row: ReviewRecord, picturesOfReview: PicturesOf): Review => ({
  _id: row._id,
  stars: row.stars,
  text: row.text,
  pictures: picturesOfReview(row._id),
  name: row.name,
  size: row.sizeName,
  createdAt: row.createdAt,
  changedAt: row.changedAt,
  useful: row.usefulCount,
  isRefunded: row.isRefunded === 1,
  answer: row.answeredAt === null ? null : { text: row.answer, createdAt: row.answeredAt },
});

/** The same with its product, under the title at the time of the order. */
export const toStallReview = (row: ReviewRecord, picturesOfReview: PicturesOf) => ({
  ...toReview(row, picturesOfReview),
  product: { _id: row.productId, title: row.title },
});
