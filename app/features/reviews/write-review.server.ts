import { keepUser } from "~/features/accounts/lock-user.server";
import { tellReviewCreated } from "~/features/webhooks/tell-review.server";
import { timestamp } from "~/platform/clock";
import type { Trx } from "~/platform/database/database.server";
import type { ReviewRow } from "~/platform/database/tables";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import { announceReview, lockReviewsOf, moveSums } from "./change-review.server";
import { linkUsed, reviewFinal } from "./errors.server";
import { requireReviewable, type BoughtLine } from "./reviewable.server";
import { setPictures } from "./pictures.server";
import { changeUntil } from "./plain-schema";
import type { ReviewForm } from "./schema";

/** The shown name: first name and initial, `Amara W.`; the first name alone if there is no other. */
export function shownName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  const initial = [...lastName.trim()][0];
  return initial ? `${firstName.trim()} ${initial.toUpperCase()}.` : firstName.trim();
}

/**
 * Writes a buyer's review of the product of an order's line, or changes the existing one. Sums, webhook and row are one
 * transaction. Repeating the same review changes nothing. Refuses `unknown_line`, `not_arrived`, `line_refunded`,
 * `own_stall` and `review_final`; with `once` also `link_used` if there is a review already.
 */
export async function saveReview(
  services: Services,
  lineOf: (trx: Trx) => Promise<BoughtLine>,
  form: ReviewForm,
  { once = false }: { once?: boolean } = {},
): Promise<void> {
  await inTransactionOnce(services, async (trx) => {
    const { buyerId, productId } = await lineOf(trx);
    await keepUser(trx, services, buyerId);
    await lockReviewsOf(trx, services, productId);
    // Read again under the lock, because a refund may have come meanwhile.
    const line = await lineOf(trx);
    const review = await trx
      .selectFrom("reviews")
      .selectAll()
      .where("productId", "=", productId)
      .where("buyerId", "=", buyerId)
      .executeTakeFirst();
    if (review && once) throw linkUsed();
    const content = await contentOf(trx, buyerId, form);
    if (review) return changeReview(trx, services, { ...review, buyerId }, content, form.pictures);
    requireReviewable(line);
    await createReview(trx, services, line, content, form.pictures ?? []);
  });
}

type Content = Pick<ReviewRow, "stars" | "text" | "name">;

async function contentOf(trx: Trx, buyerId: string, { stars, text, withName }: ReviewForm): Promise<Content> {
  if (!withName) return { stars, text, name: "" };
  const person = await trx
    .selectFrom("users")
    .select(["firstName", "lastName"])
    .where("_id", "=", buyerId)
    .executeTakeFirstOrThrow();
  return { stars, text, name: shownName(person) };
}

async function createReview(
  trx: Trx,
  services: Services,
  line: BoughtLine,
  content: Content,
  pictures: string[],
): Promise<void> {
  const { productId, merchantId, buyerId, lineId } = line;
  const writtenAt = timestamp(services.clock);
  const review: ReviewRow = {
    _id: newId(services.clock.now()),
    productId,
    merchantId,
    buyerId,
    lineId,
    ...content,
    usefulCount: 0,
    isAnswered: 0,
    answer: "",
    answeredAt: null,
    hiddenAt: null,
    hiddenReason: "",
    openReports: 0,
    createdAt: writtenAt,
    changedAt: null,
    updatedAt: writtenAt,
  };
  await trx.insertInto("reviews").values(review).execute();
  await setPictures(trx, buyerId, review._id, pictures);
  await moveSums(trx, services, review, { reviews: 1, stars: review.stars });
  await tellReviewCreated(trx, services, review);
}

async function changeReview(
  trx: Trx,
  services: Services,
  review: ReviewRow & { buyerId: string },
  content: Content,
  pictures: string[] | undefined,
): Promise<void> {
  const isSame = review.stars === content.stars && review.text === content.text && review.name === content.name;
  const isFinal = changeUntil(review) < timestamp(services.clock);
  const isOther = pictures !== undefined && (await setPictures(trx, review.buyerId, review._id, pictures));
  if (isSame && !isOther) return;
  if (isFinal) throw reviewFinal();
  const changedAt = timestamp(services.clock);
  await trx
    .updateTable("reviews")
    .set({ ...content, changedAt, updatedAt: changedAt })
    .where("_id", "=", review._id)
    .execute();
  if (review.hiddenAt !== null) return;
  const stars = content.stars - review.stars;
  if (stars === 0 && !isOther) await announceReview(trx, services, review.productId);
  else await moveSums(trx, services, review, { reviews: 0, stars });
}
