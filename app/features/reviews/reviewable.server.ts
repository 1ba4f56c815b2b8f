import type { Image } from "~/features/fields";
import { timestamp } from "~/platform/clock";
import type { Db } from "~/platform/database/database.server";
import type { ReviewRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { lineRefunded, notArrived, ownStall, unknownLine } from "./errors.server";
import { changeUntil } from "./plain-schema";
import { picturesOf } from "./pictures.server";
import { isLineRefunded } from "./queries.server";
import type { Reviewable } from "./schema";

/* Lines of orders that their buyers may review. */

function boughtLines(db: Db) {
  return db
    .selectFrom("orderLines as l")
    .innerJoin("orderParts as p", "p._id", "l.partId")
    .innerJoin("orders as o", "o._id", "l.orderId")
    .select([
      "l._id as lineId",
      "l.productId",
      "l.title",
      "l.sizeName",
      "l.orderId",
      "p.merchantId",
      "p.statusText",
      "o.buyerId",
      isLineRefunded.as("isRefunded"),
    ])
    .where("o.status", "=", "paid");
}
type LineRecord = Awaited<ReturnType<ReturnType<typeof boughtLines>["execute"]>>[number];

/** A line of a paid order whose buyer has an account. */
export type BoughtLine = LineRecord & { buyerId: string };

/** A line of a buyer's paid order. Refuses `unknown_line`. */
export async function lineOfBuyer(db: Db, buyerId: string, lineId: string): Promise<BoughtLine> {
  const line = await boughtLines(db).where("l._id", "=", lineId).where("o.buyerId", "=", buyerId).executeTakeFirst();
  if (!line) throw unknownLine();
  return { ...line, buyerId };
}

/** A line of a paid order of any buyer; undefined once the buyer has left. */
export async function lineOfAnybody(db: Db, lineId: string): Promise<BoughtLine | undefined> {
  const line = await boughtLines(db)
    .innerJoin("users as u", "u._id", "o.buyerId")
    .where("l._id", "=", lineId)
    .where("u.deletedAt", "is", null)
    .executeTakeFirst();
  return line?.buyerId ? { ...line, buyerId: line.buyerId } : undefined;
}

/** Why a line cannot be reviewed for the first time; null where it can. */
function refusalOf({ statusText, isRefunded, merchantId, buyerId }: BoughtLine): Reviewable["refusal"] {
  if (isRefunded === 1) return "line_refunded";
  if (statusText !== "Delivered") return "not_arrived";
  return merchantId === buyerId ? "own_stall" : null;
}

const REFUSALS = { line_refunded: lineRefunded, not_arrived: notArrived, own_stall: ownStall };

/** Refuses `not_arrived`, `line_refunded` and `own_stall`. */
export function requireReviewable(line: BoughtLine): void {
  const code = refusalOf(line);
  if (code !== null && code !== "review_final") throw REFUSALS[code]();
}

/** The lines of a buyer's order with the reviews of their products. Three statements. Refuses `unknown_line`. */
export async function reviewablesOf(
  services: Pick<Services, "db" | "clock">,
  buyerId: string,
  orderId: string,
): Promise<Reviewable[]> {
  const { db } = services;
  const lines = await boughtLines(db)
    .where("l.orderId", "=", orderId)
    .where("o.buyerId", "=", buyerId)
    .orderBy("l.position")
    .execute();
  if (lines.length === 0) throw unknownLine();
  const products = lines.map(({ productId }) => productId);
  const reviews = await db
    .selectFrom("reviews")
    .selectAll()
    .where("buyerId", "=", buyerId)
    .where("productId", "in", products)
    .execute();
  const pictures = await picturesOf(
    db,
    reviews.map(({ _id }) => _id),
  );
  const byProduct = new Map(reviews.map((review) => [review.productId, review]));
  return lines.map((line) => toReviewable(services, { ...line, buyerId }, pictures, byProduct.get(line.productId)));
}

function toReviewable(
  { clock }: Pick<Services, "clock">,
  line: BoughtLine,
  picturesOfReview: (reviewId: string) => Image[],
  review?: ReviewRow,
): Reviewable {
  const { lineId, productId, title, sizeName } = line;
  const place = { line: lineId, product: { _id: productId, title }, size: sizeName };
  if (!review) return { ...place, review: null, refusal: refusalOf(line) };
  const until = changeUntil(review);
  const isFinal = until < timestamp(clock);
  const { _id, stars, text, createdAt, name, hiddenAt, hiddenReason } = review;
  return {
    ...place,
    review: {
      _id,
      stars,
      text,
      pictures: picturesOfReview(_id),
      createdAt,
      withName: name !== "",
      hiddenReason: hiddenAt === null ? null : hiddenReason,
      changeUntil: isFinal ? null : until,
    },
    refusal: isFinal ? "review_final" : null,
  };
}
