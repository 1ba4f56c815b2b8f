import { sql } from "kysely";
import { ratingFigures } from "~/features/products/rating.server";
import { shownName } from "~/features/reviews/write-review.server";
import type { Trx } from "~/platform/database/database.server";
import type { NewRow, OrderLineRow } from "~/platform/database/tables";
import type { PastOrders } from "./books";
import { seededRandom, type SeededRandom } from "./content/random";
import { reviewWords, toneOf } from "./content/reviews";
import type { DemoGoods } from "./goods.server";
import type { People } from "./people.server";
import { DAY, demoId, inChunks } from "./rows";

const REVIEWS = 400;
/** Stalls answer one in `ANSWERED` reviews. One in `REPORTED` of the cross reviews is reported. */
const [ANSWERED, REPORTED] = [4, 6];
/** The most reviews that show a picture. Each is a glad one, of a different product. */
const PICTURED = 24;

type Review = NewRow<"reviews">;

/** Fills reviews of delivered goods by the demo's buyers, and the sums that follow from them. */
export async function fillReviews(
  trx: Trx,
  now: Date,
  people: People,
  goods: DemoGoods[],
  past: PastOrders,
): Promise<void> {
  const random = seededRandom(20_261_127);
  const product = new Map(goods.map((one) => [one._id, one]));
  const buyers = new Map(people.buyers.map(({ _id, person }) => [_id, person]));
  const buyerOf = new Map(past.orders.map((order) => [order._id, order.buyerId ?? ""]));
  const arrivalOf = new Map(past.parts.map((part) => [part._id, part.deliveredAt ?? null]));
  const reviews: Review[] = [];
  const reports: NewRow<"reviewReports">[] = [];
  const texts = new Set<string>();
  for (const line of reviewableLines(random, past, { product, buyerOf, arrivalOf })) {
    const one = product.get(line.productId) as DemoGoods;
    const buyerId = buyerOf.get(line.orderId) ?? "";
    const stars = starsOf(random, one.rating ?? 4);
    const text = textOf(random, one.category, stars, texts);
    const arrivedAt = new Date(arrivalOf.get(line.partId) ?? now);
    const at = new Date(Math.min(arrivedAt.getTime() + random.integer(1, 20) * (DAY / 2), now.getTime() - 60_000));
    const isAnswered = text !== "" && random.chance(1 / ANSWERED);
    const isReported = stars < 3 && random.chance(1 / REPORTED);
    const _id = demoId(at, "review", line._id);
    const person = buyers.get(buyerId);
    if (isReported)
      reports.push({
        _id: demoId(at, "report", line._id),
        reviewId: _id,
        reason: random.pick(reviewWords.reports),
        createdAt: new Date(Math.min(at.getTime() + DAY, now.getTime())).toISOString(),
        settledAt: null,
      });
    const answeredAt = isAnswered ? new Date(Math.min(at.getTime() + DAY, now.getTime())).toISOString() : null;
    reviews.push({
      _id,
      productId: one._id,
      merchantId: one.merchantId,
      buyerId,
      lineId: line._id,
      stars,
      text,
      name: person && random.chance(0.8) ? shownName(person) : "",
      usefulCount: 0,
      isAnswered: isAnswered ? 1 : 0,
      answer: isAnswered ? random.pick(reviewWords.answers[stars >= 4 ? "good" : "bad"]) : "",
      answeredAt,
      hiddenAt: null,
      hiddenReason: "",
      openReports: isReported ? 1 : 0,
      createdAt: at.toISOString(),
      changedAt: null,
      updatedAt: answeredAt ?? at.toISOString(),
    });
  }
  await inChunks(reviews, (rows) => trx.insertInto("reviews").values(rows).execute());
  const pictures = picturesOf(reviews, product);
  await inChunks(pictures, (rows) => trx.insertInto("reviewPictures").values(rows).execute());
  await inChunks(reports, (rows) => trx.insertInto("reviewReports").values(rows).execute());
  await addSums(trx);
  await noteRequests(trx, now, past);
}

/** Pictures of some reviews. The demo has no photos of its people, so these are the products' own pictures. */
function picturesOf(reviews: Review[], product: Map<string, DemoGoods>): NewRow<"reviewPictures">[] {
  const ofProducts = new Map<string, NewRow<"reviewPictures">>();
  for (const { _id, productId, stars, text } of reviews) {
    const fileId = product.get(productId)?.imageId ?? null;
    if (fileId !== null && stars >= 4 && text !== "" && !ofProducts.has(productId))
      ofProducts.set(productId, { reviewId: _id, fileId, position: 0 });
  }
  return [...ofProducts.values()].slice(0, PICTURED);
}

/** Delivered lines of products with a rating, at most one for each buyer and product. */
function reviewableLines(
  random: SeededRandom,
  { lines }: PastOrders,
  { product, buyerOf, arrivalOf }: Record<"product" | "buyerOf" | "arrivalOf", Map<string, unknown>>,
) {
  const pairs = new Map<string, NewRow<"orderLines">>();
  for (const line of lines) {
    const one = product.get(line.productId) as DemoGoods | undefined;
    if (one?.rating == null || !arrivalOf.get(line.partId)) continue;
    pairs.set(`${line.productId} ${String(buyerOf.get(line.orderId))}`, line);
  }
  return random.sample([...pairs.values()], REVIEWS) as Pick<
    OrderLineRow,
    "_id" | "productId" | "orderId" | "partId"
  >[];
}

/** Stars near the product's rating, with some outliers. */
function starsOf(random: SeededRandom, usual: number): number {
  const stars = random.chance(0.06) ? random.integer(1, 3) : usual + random.pick([0, 0, 0, 1, 1, -1]);
  return Math.min(5, Math.max(1, stars));
}

/** A text of one or two sentences, never the same twice. Empty for some reviews, and if no unused text was found. */
function textOf(random: SeededRandom, category: DemoGoods["category"], stars: number, texts: Set<string>): string {
  if (random.chance(0.12)) return "";
  const tone = toneOf(stars);
  for (let tries = 0; tries < 12; tries += 1) {
    const first = random.pick(reviewWords.categories[category][tone]);
    const text = random.chance(0.6) ? `${first} ${random.pick(reviewWords.arrival[tone])}` : first;
    if (texts.has(text)) continue;
    texts.add(text);
    return text;
  }
  return "";
}

/** Stores the sums of all products and stalls. */
async function addSums(trx: Trx): Promise<void> {
  const sums = (of: string) => ({
    count: sql`(select count(*) from "reviews" as "r" where ${sql.raw(of)})`,
    stars: sql`(select coalesce(sum("r"."stars"), 0) from "reviews" as "r" where ${sql.raw(of)})`,
  });
  const ofProduct = sums(`"r"."productId" = "products"."_id"`);
  await trx.updateTable("products").set(ratingFigures(ofProduct.count, ofProduct.stars)).execute();
  const ofStall = sums(`"r"."merchantId" = "stores"."userId"`);
  await trx
    .updateTable("stores")
    .set({ reviewCount: sql<number>`${ofStall.count}`, reviewStars: sql<number>`${ofStall.stars}` })
    .execute();
}

/** Marks review requests as sent, so that the demo's buyers get no mail about goods that arrived before the fill. */
async function noteRequests(trx: Trx, now: Date, { parts }: PastOrders): Promise<void> {
  const since = new Date(now.getTime() - 120 * DAY).toISOString();
  const rows = parts
    .filter(({ deliveredAt }) => deliveredAt && deliveredAt > since)
    .map(({ _id }) => ({ partId: _id, sentAt: now.toISOString() }));
  await inChunks(rows, (chunk) => trx.insertInto("reviewRequests").values(chunk).execute());
}
