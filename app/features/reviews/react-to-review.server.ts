import { keepUser } from "~/features/accounts/lock-user.server";
import { noteReport } from "~/features/moderation/cases.server";
import { timestamp } from "~/platform/clock";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import { announceReview, withReview } from "./change-review.server";
import { unknownReview } from "./errors.server";
import { targetOf } from "./moderate.server";

/* Readers find a review useful, or report it. */

/** Open reports beyond this number are not stored: they add nothing for the operator. */
const MOST_OPEN_REPORTS = 20;

/** Notes that a person finds a review useful, or no longer does. Repeating it changes nothing. */
export async function voteUseful(
  services: Services,
  userId: string,
  reviewId: string,
  isUseful: boolean,
): Promise<void> {
  await withReview(services, reviewId, async (trx, review) => {
    if (review.hiddenAt !== null) throw unknownReview();
    await keepUser(trx, services, userId);
    const vote = { reviewId, userId };
    const { numInsertedOrUpdatedRows = 0n } = isUseful
      ? await trx
          .insertInto("reviewVotes")
          .values({ ...vote, createdAt: timestamp(services.clock) })
          .onConflict((oc) => oc.columns(["reviewId", "userId"]).doNothing())
          .executeTakeFirstOrThrow()
      : {};
    const { numDeletedRows } = isUseful
      ? { numDeletedRows: 0n }
      : await trx
          .deleteFrom("reviewVotes")
          .where((eb) => eb.and(vote))
          .executeTakeFirst();
    const change = Number(numInsertedOrUpdatedRows) - Number(numDeletedRows);
    if (change === 0) return;
    await trx
      .updateTable("reviews")
      .set((eb) => ({ usefulCount: eb("usefulCount", "+", change) }))
      .where("_id", "=", reviewId)
      .execute();
    await announceReview(trx, services, review.productId);
  });
}

/** Reports a review to the market, without storing who reported. Refuses `unknown_review`. */
export async function reportReview(services: Services, reviewId: string, reason: string): Promise<void> {
  await withReview(services, reviewId, async (trx, review) => {
    const { hiddenAt, openReports } = review;
    if (hiddenAt !== null) throw unknownReview();
    if (openReports >= MOST_OPEN_REPORTS) return;
    await trx
      .insertInto("reviewReports")
      .values({
        _id: newId(services.clock.now()),
        reviewId,
        reason,
        createdAt: timestamp(services.clock),
        settledAt: null,
      })
      .execute();
    await trx
      .updateTable("reviews")
      .set({ openReports: openReports + 1 })
      .where("_id", "=", reviewId)
      .execute();
    await noteReport(trx, services, await targetOf(trx, review));
  });
}
