import type { Services } from "~/platform/services.server";
import { purchasePage } from "./buyers.server";
import { recallRow, walk, walkKey } from "./refund-orders.server";
import { deadLetterOf, failuresOf, progressOf } from "./queries.server";
import { recalledProduct } from "./recalled-product.server";
import type { Days, Purchases, Recall, RecallHistory } from "./schema";

const MOST_SHOWN = 20;

/** The buyers of a product that was taken off sale. Refuses `unknown_product` and `not_taken_off`. */
export async function buyersOf(services: Services, productId: string, days: Days, page: number): Promise<Purchases> {
  await recalledProduct(services.db, productId);
  return purchasePage(services, { productId, ...days }, page);
}

/** A recall with its progress and its failures. */
export async function recallOf(services: Services, recallId: string): Promise<Recall> {
  const { db } = services;
  const { productId, cursor, ...row } = await recallRow(services, recallId);
  return {
    ...row,
    product: await recalledProduct(db, productId, { onSaleToo: true }),
    ...(await progressOf(db, recallId)),
    failed: await failuresOf(db, recallId),
    stopped: row.finishedAt === null ? await deadLetterOf(db, walk.kind, walkKey(recallId, cursor)) : null,
  };
}

/** The letters and recalls of a product, newest first. */
export async function recallHistoryOf({ db }: Pick<Services, "db">, productId: string): Promise<RecallHistory> {
  await recalledProduct(db, productId, { onSaleToo: true });
  const letters = await db
    .selectFrom("recallLetters")
    .select(["_id", "since", "until", "subject", "createdAt", "sentAt", "mails"])
    .where("productId", "=", productId)
    .orderBy("_id", "desc")
    .limit(MOST_SHOWN)
    .execute();
  const recalls = await db
    .selectFrom("recalls")
    .select(["_id", "since", "until", "createdAt", "finishedAt"])
    .where("productId", "=", productId)
    .orderBy("_id", "desc")
    .limit(MOST_SHOWN)
    .execute();
  return { letters, recalls };
}
