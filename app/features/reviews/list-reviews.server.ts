import { reviewsTag } from "~/features/cache-tags";
import { unknownProduct } from "~/features/products/errors.server";
import { reviewMeanOf } from "~/features/products/review-mean";
import { pageOfDocs } from "~/features/pagination";
import { noteCacheTags } from "~/platform/cache-tags.server";
import type { Services } from "~/platform/services.server";
import { REVIEWS_A_PAGE } from "./plain-schema";
import { picturesOf } from "./pictures.server";
import { reviewRows, toReview, toStallReview } from "./queries.server";
import type { ProductReviews, ReviewQuery, StallReview, StallReviewQuery } from "./schema";

const idsOf = (rows: { _id: string }[]): string[] => rows.map(({ _id }) => _id);

/** A page of a public product's reviews, with their mean and spread. Four statements. Refuses `unknown_product`. */
export async function productReviewPage(
  { db }: Pick<Services, "db">,
  productId: string,
  { page, sort, stars }: ReviewQuery,
): Promise<ProductReviews> {
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
  const countOf = (wanted: number) => Number(counts.find((row) => row.stars === wanted)?.n ?? 0);
  const rows = await reviewRows(db)
    .where("r.productId", "=", productId)
    .where("r.hiddenAt", "is", null)
    .$if(stars !== undefined, (query) => query.where("r.stars", "=", Number(stars)))
    .$if(sort === "useful", (query) => query.orderBy("r.usefulCount", "desc"))
    .orderBy("r.createdAt", "desc")
    .orderBy("r._id", "desc")
    .limit(REVIEWS_A_PAGE)
    .offset((page - 1) * REVIEWS_A_PAGE)
    .execute();
  const pictures = await picturesOf(db, idsOf(rows));
  const total = stars === undefined ? sums.reviewCount : countOf(Number(stars));
  return {
    ...pageOfDocs(
      rows.map((row) => toReview(row, pictures)),
      page,
      REVIEWS_A_PAGE,
      total,
    ),
    reviews: reviewMeanOf(sums).reviews ?? null,
    spread: [5, 4, 3, 2, 1].map((each) => ({ stars: each, count: countOf(each) })),
  };
}

/** A page of the reviews of a stall's products, those without an answer first, newest first among them. Three statements. */
export async function stallReviewPage(
  { db }: Pick<Services, "db">,
  merchantId: string,
  { page, state }: StallReviewQuery,
) {
  const { n } = await db
    .selectFrom("reviews")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("merchantId", "=", merchantId)
    .where("hiddenAt", "is", null)
    .$if(state === "unanswered", (query) => query.where("isAnswered", "=", 0))
    .executeTakeFirstOrThrow();
  const rows = await reviewRows(db)
    .where("r.merchantId", "=", merchantId)
    .where("r.hiddenAt", "is", null)
    .$if(state === "unanswered", (query) => query.where("r.isAnswered", "=", 0))
    .orderBy("r.isAnswered")
    .orderBy("r.createdAt", "desc")
    .orderBy("r._id", "desc")
    .limit(REVIEWS_A_PAGE)
    .offset((page - 1) * REVIEWS_A_PAGE)
    .execute();
  const pictures = await picturesOf(db, idsOf(rows));
  return pageOfDocs(
    rows.map((row): StallReview => toStallReview(row, pictures)),
    page,
    REVIEWS_A_PAGE,
    Number(n),
  );
}
