import { timestamp } from "~/platform/clock";
import type { Services } from "~/platform/services.server";
import { announceReview, withReview } from "./change-review.server";
import { noAnswer, unknownReview } from "./errors.server";

/** Puts a stall's answer under a review of its product, or changes it. Refuses `unknown_review`. */
export async function answerReview(
  services: Services,
  merchantId: string,
  reviewId: string,
  answer: string,
): Promise<void> {
  await withReview(services, reviewId, async (trx, review) => {
    if (review.merchantId !== merchantId || review.hiddenAt !== null) throw unknownReview();
    if (review.isAnswered === 1 && review.answer === answer) return;
    const answeredAt = timestamp(services.clock);
    await trx
      .updateTable("reviews")
      .set({ answer, isAnswered: 1, answeredAt, updatedAt: answeredAt })
      .where("_id", "=", reviewId)
      .execute();
    await announceReview(trx, services, review.productId);
  });
}

/** Removes a stall's answer. Refuses `unknown_review` and `no_answer`. */
export async function removeAnswer(services: Services, merchantId: string, reviewId: string): Promise<void> {
  await withReview(services, reviewId, async (trx, review) => {
    if (review.merchantId !== merchantId || review.hiddenAt !== null) throw unknownReview();
    if (review.isAnswered === 0) throw noAnswer();
    await trx
      .updateTable("reviews")
      .set({ answer: "", isAnswered: 0, answeredAt: null, updatedAt: timestamp(services.clock) })
      .where("_id", "=", reviewId)
      .execute();
    await announceReview(trx, services, review.productId);
  });
}
