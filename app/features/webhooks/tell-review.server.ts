import type { Trx } from "~/platform/database/database.server";
import type { ReviewRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { tellMerchants } from "./write-events.server";

/** Tells a product's merchant about a buyer's review, without the buyer's name. */
export async function tellReviewCreated(
  trx: Trx,
  services: Pick<Services, "clock">,
  { _id, merchantId, productId, stars, text }: Pick<ReviewRow, "_id" | "merchantId" | "productId" | "stars" | "text">,
): Promise<void> {
  await tellMerchants(trx, services, "review.created", [merchantId], async () => {
    const product = await trx
      .selectFrom("products")
      .select(["_id", "title", "sku"])
      .where("_id", "=", productId)
      .executeTakeFirstOrThrow();
    return [{ merchantId, data: { review: { _id, stars, text }, product } }];
  });
}
