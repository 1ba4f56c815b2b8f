import { sql } from "kysely";
import { changedPage, readChangeCursor } from "~/features/cursor.server";
import { reviewsTag } from "~/features/cache-tags";
import { unknownProduct } from "~/features/products/errors.server";
import { reviewMeanOf } from "~/features/products/review-mean";
import { pageOfDocs } from "~/features/pagination";
import { noteCacheTags } from "~/platform/cache-tags.server";
import type { Db } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { REVIEWS_A_PAGE } from "./plain-schema";
import { picturesOf } from "./pictures.server";
import { reviewRows, toReview, toStallReview } from "./queries.server";
import type { ProductReviews, ReviewQuery, StallReview, StallReviewQuery } from "./schema";

const BY_CHANGE = "reviews changed";

const idsOf = (rows: { _id: string }[]): string[] => rows.map(({ _id }) => _id);

/** A page of a public product's reviews, with their mean and spread. Four statements. Refuses `unknown_product`. */
export async function productReviewPage(
  { db }: Pick<Services, "db">,
  productId: string,
  query: ReviewQuery,
): Promise<ProductReviews> {
  const { sort, stars, updatedSince } = query;
  noteCacheTags(reviewsTag(productId));
  const sums = await db
    .selectFrom("products")
    .select(["reviewCount", "reviewStars"])
    .where("_id", "=", productId)
    .where("isPublic", "=", 1)
    .executeTakeFirst();
  if (!sums) throw unknownProduct();
  const counts = await db
    .selectFrom("reviews")
    .select((eb) => ["stars", eb.fn.countAll<number>().as("n")])
    .where("productId", "=", productId)
    .where("hiddenAt", "is", null)
    .groupBy("stars")
    .execute();
  const countOf = (stars: number) => Number(counts.find((row) => row.stars === stars)?.n ?? 0);
  const matching = reviewRows(db)
    .where("r.productId", "=", productId)
    .where("r.hiddenAt", "is", null)
    .$if(stars !== undefined, (rows) => rows.where("r.stars", "=", Number(stars)));
  const ordered = matching
    .$if(sort === "useful", (rows) => rows.orderBy("r.usefulCount", "desc"))
    .orderBy("r.createdAt", "desc")
    .orderBy("r._id", "desc");
  const all = stars === undefined ? sums.reviewCount : countOf(Number(stars));
  const total = updatedSince === undefined ? all : await countChanged(db, productId, updatedSince, stars);
  const { docs, ...rest } = await cutPage(query, updatedSince === undefined ? ordered : matching, total);
  const pictures = await picturesOf(db, idsOf(docs));
  return {
    docs: docs.map((row) => toReview(row, pictures)),
    ...rest,
    reviews: reviewMeanOf(sums).reviews ?? null,
    spread: [5, 4, 3, 2, 1].map((stars) => ({ stars: stars, count: countOf(stars) })),
  };
}

/** A page of the reviews of a stall's products: unanswered ones first, then the newest. Three statements. */
export async function stallReviewPage({ db }: Pick<Services, "db">, merchantId: string, query: StallReviewQuery) {
  const { state, updatedSince } = query;
  const matching = reviewRows(db)
    .where("r.merchantId", "=", merchantId)
    .where("r.hiddenAt", "is", null)
    .$if(state === "unanswered", (rows) => rows.where("r.isAnswered", "=", 0));
  const ordered = matching.orderBy("r.isAnswered").orderBy("r.createdAt", "desc").orderBy("r._id", "desc");
  const { n } = await db
    .selectFrom("reviews as r")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("r.merchantId", "=", merchantId)
    .where("r.hiddenAt", "is", null)
    .$if(state === "unanswered", (rows) => rows.where("r.isAnswered", "=", 0))
    .$if(updatedSince !== undefined, (rows) => rows.where("r.updatedAt", ">=", updatedSince ?? ""))
    .executeTakeFirstOrThrow();
  const { docs, ...rest } = await cutPage(query, updatedSince === undefined ? ordered : matching, Number(n));
  const pictures = await picturesOf(db, idsOf(docs));
  return { docs: docs.map((row): StallReview => toStallReview(row, pictures)), ...rest };
}

async function countChanged(db: Db, productId: string, since: string, stars: ReviewQuery["stars"]): Promise<number> {
  const { n } = await db
    .selectFrom("reviews")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("productId", "=", productId)
    .where("hiddenAt", "is", null)
    .where("updatedAt", ">=", since)
    .$if(stars !== undefined, (rows) => rows.where("stars", "=", Number(stars)))
    .executeTakeFirstOrThrow();
  return Number(n);
}

type Rows = ReturnType<typeof reviewRows>;

/** A page of `rows` in their order. With `updatedSince`, `rows` come unsorted; the oldest change is first. */
async function cutPage(
  query: Pick<ReviewQuery, "page" | "updatedSince" | "after" | "limit">,
  rows: Rows,
  total: number,
) {
  const { page, updatedSince, limit = REVIEWS_A_PAGE } = query;
  if (updatedSince === undefined) {
    readChangeCursor(BY_CHANGE, query);
    const docs = await rows
      .limit(limit)
      .offset((page - 1) * limit)
      .execute();
    return pageOfDocs(docs, page, limit, total);
  }
  const columns = { at: sql.ref<string>("r.updatedAt"), id: sql.ref<string>("r._id") };
  return changedPage(BY_CHANGE, { ...query, updatedSince }, REVIEWS_A_PAGE, columns, {
    count: () => Promise.resolve(total),
    read: (range) =>
      rows
        .where(range.condition)
        .orderBy("r.updatedAt")
        .orderBy("r._id")
        .limit(range.limit)
        .offset(range.offset)
        .execute(),
    cursorOf: ({ updatedAt, _id }) => ({ at: updatedAt, id: _id }),
  });
}
