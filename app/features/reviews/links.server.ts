import { z } from "~/features/zod";
import { chooseMail } from "~/features/notices/choices.server";
import { inTransaction, type Db } from "~/platform/database/database.server";
import { seal, unseal } from "~/platform/seal.server";
import type { Services } from "~/platform/services.server";
import { linkUsed, unknownReviewLink } from "./errors.server";
import { lineOfAnybody, type BoughtLine } from "./reviewable.server";
import type { ReviewForm } from "./schema";
import { saveReview } from "./write-review.server";

/*
 * Links in mails that ask for a review. Each is for one line of an order, gives no other access to the account, and
 * works until the product is reviewed.
 */

const PLACE = "review link";
const id = z.string().regex(/^[0-9a-f]{24}$/);

/** The token of the link for a line. */
export const linkWord = ({ config }: Pick<Services, "config">, lineId: string): string => seal(config, lineId, PLACE);

/** The line of a link. Refuses `unknown_review_link` for a link of another origin, and once the buyer has left. */
async function linkedLine(db: Db, { config }: Pick<Services, "config">, word: string): Promise<BoughtLine> {
  const lineId = id.safeParse(unseal(config, word, PLACE));
  const line = lineId.success ? await lineOfAnybody(db, lineId.data) : undefined;
  if (!line) throw unknownReviewLink();
  return line;
}

/** Answers the facts that a link's page shows. Refuses `unknown_review_link`. */
export async function openReviewLink(services: Services, word: string) {
  const { productId, buyerId, title, sizeName } = await linkedLine(services.db, services, word);
  const review = await services.db
    .selectFrom("reviews")
    .select("_id")
    .where("productId", "=", productId)
    .where("buyerId", "=", buyerId)
    .executeTakeFirst();
  return { product: { _id: productId, title }, size: sizeName, isUsed: review !== undefined };
}

/** The owner of pictures that come with a link: its buyer. Refuses `unknown_review_link`, and `link_used`. */
export async function ownerOfLink(services: Services, word: string): Promise<string> {
  if ((await openReviewLink(services, word)).isUsed) throw linkUsed();
  return (await linkedLine(services.db, services, word)).buyerId;
}

/** Writes the review that a link is for. Refuses `unknown_review_link`, `link_used`, and as `saveReview` does. */
export const reviewByLink = (services: Services, word: string, form: ReviewForm): Promise<void> =>
  saveReview(services, (trx) => linkedLine(trx, services, word), form, { once: true });

/** Ends the mails that ask the buyer of a link for reviews, for good. Refuses `unknown_review_link`. */
export async function optOut(services: Services, word: string): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const { buyerId } = await linkedLine(trx, services, word);
    await chooseMail(trx, services, buyerId, "reviews", false);
  });
}
