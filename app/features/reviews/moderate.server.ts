import { sql } from "kysely";
import { audit, type Operator } from "~/features/audit/audit.server";
import {
  noteKept,
  notePutBack,
  noteTakenDown,
  objectionLines,
  type Revision,
  type Target,
} from "~/features/moderation/cases.server";
import { pageOfDocs } from "~/features/pagination";
import { readerOf } from "~/features/orders/reader.server";
import { timestamp } from "~/platform/clock";
import type { Db, Trx } from "~/platform/database/database.server";
import type { ReviewRow } from "~/platform/database/tables";
import { mailTo } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";
import { moveSums, withReview } from "./change-review.server";
import { hiddenAlready, notHidden, nothingReported, unknownReview } from "./errors.server";
import { picturesOf } from "./pictures.server";
import { reviewRows, toStallReview } from "./queries.server";
import type { ModeratedReview, ModerationQuery } from "./schema";

const REVIEWS_A_PAGE = 20;
const MOST_REPORTS = 20;

/** The number of reviews of a product since a moment. Many at once may be bought reviews. */
const countSince = (since: string) =>
  sql<number>`(select count(*) from "reviews" as "b" where "b"."productId" = "r"."productId"
    and "b"."hiddenAt" is null and "b"."createdAt" > ${since})`;

/** A page of reviews for operators: reported, hidden, or the newest of all. Four statements. */
export async function moderationPage({ db, clock }: Services, { page, state }: ModerationQuery) {
  const selected = () =>
    state === "reported"
      ? reviewRows(db).where("r.openReports", ">", 0).orderBy("r.openReports", "desc").orderBy("r._id")
      : state === "hidden"
        ? reviewRows(db).where("r.hiddenAt", "is not", null).orderBy("r.hiddenAt", "desc").orderBy("r._id")
        : reviewRows(db).orderBy("r._id", "desc");
  const { n } = await selected()
    .clearSelect()
    .clearOrderBy()
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  const rows = await moderationRows(selected(), clock)
    .limit(REVIEWS_A_PAGE)
    .offset((page - 1) * REVIEWS_A_PAGE)
    .execute();
  return pageOfDocs(await moderatedReviews(db, rows), page, REVIEWS_A_PAGE, Number(n));
}

/** A review as operators see it. Refuses `unknown_review`. */
export async function moderatedReview({ db, clock }: Services, reviewId: string): Promise<ModeratedReview> {
  const rows = await moderationRows(reviewRows(db), clock).where("r._id", "=", reviewId).execute();
  const [review] = await moderatedReviews(db, rows);
  if (!review) throw unknownReview();
  return review;
}

const moderationRows = (rows: ReturnType<typeof reviewRows>, clock: Services["clock"]) =>
  rows
    .leftJoin("stores as s", "s.userId", "r.merchantId")
    .select(["s.storeName", countSince(timestamp(clock, -86_400)).as("ofProductToday")]);
type ModerationRow = Awaited<ReturnType<ReturnType<typeof moderationRows>["execute"]>>[number];

async function moderatedReviews(db: Db, rows: ModerationRow[]): Promise<ModeratedReview[]> {
  const reports = await openReportsOf(
    db,
    rows.filter((row) => row.openReports > 0).map((row) => row._id),
  );
  const pictures = await picturesOf(
    db,
    rows.map((row) => row._id),
  );
  return rows.map((row) => ({
    ...toStallReview(row, pictures),
    merchant: { _id: row.merchantId, storeName: row.storeName ?? "" },
    reports: reports.get(row._id) ?? [],
    openReports: row.openReports,
    ofProductToday: Number(row.ofProductToday),
    hiddenAt: row.hiddenAt,
    hiddenReason: row.hiddenReason,
  }));
}

async function openReportsOf(db: Db, reviewIds: string[]): Promise<Map<string, ModeratedReview["reports"]>> {
  const reports = new Map<string, ModeratedReview["reports"]>();
  if (reviewIds.length === 0) return reports;
  const rows = await db
    .selectFrom("reviewReports")
    .select(["reviewId", "reason", "createdAt"])
    .where("reviewId", "in", reviewIds)
    .where("settledAt", "is", null)
    .orderBy("_id")
    .execute();
  for (const { reviewId, ...report } of rows) {
    const list = reports.get(reviewId) ?? [];
    if (list.length < MOST_REPORTS) reports.set(reviewId, [...list, report]);
  }
  return reports;
}

/** Hides a review, and mails its writer the reason. Refuses `unknown_review` and `hidden_already`. */
export async function hideReview(
  services: Services,
  operator: Operator,
  reviewId: string,
  reason: string,
  revision?: Revision,
): Promise<void> {
  await withReview(services, reviewId, async (trx, review) => {
    if (review.hiddenAt !== null) throw hiddenAlready();
    const hiddenAt = timestamp(services.clock);
    await trx
      .updateTable("reviews")
      .set({ hiddenAt, hiddenReason: reason, updatedAt: hiddenAt })
      .where("_id", "=", reviewId)
      .execute();
    await settleReports(trx, services, reviewId);
    await moveSums(trx, services, review, { reviews: -1, stars: -review.stars });
    const target = await targetOf(trx, review);
    const { title } = target;
    const decided = { reason, people: [review.buyerId], revision };
    const addresses = await noteTakenDown(trx, services, target, decided);
    await audit(trx, services, operator, "review.hidden", title, { review: reviewId, reason });
    const { market } = services.config;
    await mailTo(trx, services, await readerOf(trx, review), `Your review of ${title} is no longer shown`, [
      `Our team has hidden your review of ${title}, for this reason:`,
      reason,
      ...objectionLines(addresses, review.buyerId),
      `${market.name} · ${market.email}`,
    ]);
  });
}

/** Shows a hidden review again. Refuses `unknown_review` and `not_hidden`. */
export async function putReviewBack(
  services: Services,
  operator: Operator,
  reviewId: string,
  revision?: Revision,
): Promise<void> {
  await withReview(services, reviewId, async (trx, review) => {
    if (review.hiddenAt === null) throw notHidden();
    await trx
      .updateTable("reviews")
      .set({ hiddenAt: null, hiddenReason: "", updatedAt: timestamp(services.clock) })
      .where("_id", "=", reviewId)
      .execute();
    await moveSums(trx, services, review, { reviews: 1, stars: review.stars });
    const target = await targetOf(trx, review);
    const { title } = target;
    await notePutBack(trx, services, target, revision);
    await audit(trx, services, operator, "review.put_back", title, { review: reviewId });
    await mailTo(trx, services, await readerOf(trx, review), `Your review of ${title} is shown again`, [
      `Our team has looked at your review of ${title} once more, and it is shown again.`,
    ]);
  });
}

/** Settles the reports of a review that stays shown. Refuses `unknown_review` and `nothing_reported`. */
export async function keepReview(
  services: Services,
  operator: Operator,
  reviewId: string,
  revision?: Revision,
): Promise<void> {
  await withReview(services, reviewId, async (trx, review) => {
    if (review.openReports === 0) throw nothingReported();
    await settleReports(trx, services, reviewId);
    const target = await targetOf(trx, review);
    await noteKept(trx, services, target, revision);
    await audit(trx, services, operator, "review.kept", target.title, { review: reviewId });
  });
}

async function settleReports(trx: Trx, { clock }: Services, reviewId: string): Promise<void> {
  await trx
    .updateTable("reviewReports")
    .set({ settledAt: timestamp(clock) })
    .where("reviewId", "=", reviewId)
    .where("settledAt", "is", null)
    .execute();
  await trx.updateTable("reviews").set({ openReports: 0 }).where("_id", "=", reviewId).execute();
}

/** The review as a target of the operators' queue, named by its product. */
export async function targetOf(trx: Trx, { _id, productId }: Pick<ReviewRow, "_id" | "productId">): Promise<Target> {
  const { title } = await trx
    .selectFrom("products")
    .select("title")
    .where("_id", "=", productId)
    .executeTakeFirstOrThrow();
  return { kind: "review", targetId: _id, title };
}
