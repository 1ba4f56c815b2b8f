import type { RatingChange } from "~/features/products/rating.server";
import type { Trx } from "~/platform/database/database.server";

/** Changes the stored sums of a stall's reviews. The caller announces the change. */
export async function moveStallRating(trx: Trx, merchantId: string, { reviews, stars }: RatingChange): Promise<void> {
  await trx
    .updateTable("stores")
    .set((eb) => ({ reviewCount: eb("reviewCount", "+", reviews), reviewStars: eb("reviewStars", "+", stars) }))
    .where("userId", "=", merchantId)
    .execute();
}
