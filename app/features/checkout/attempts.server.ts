import { timestamp } from "~/platform/clock";
import { IntentUnknown, type HostedPage } from "~/platform/cards/card-provider";
import type { Db } from "~/platform/database/database.server";
import type { OrderRow, PaymentAttemptRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";

/*
 * Payment attempts: every payment by which an order could be paid is written down before or when it exists, so that
 * none can take money unseen. These are the intent of the payment page, and each hosted page.
 */

/** The payments by which an order could still be paid, oldest first. */
export function openAttempts(db: Db, orderId: string): Promise<PaymentAttemptRow[]> {
  return db
    .selectFrom("paymentAttempts")
    .selectAll()
    .where("orderId", "=", orderId)
    .where("settledAt", "is", null)
    .orderBy("_id")
    .execute();
}

/** An attempt by the id that a payer's browser comes back with: the intent's, or the hosted page's. */
export function attemptBy(db: Db, id: string): Promise<PaymentAttemptRow | undefined> {
  return db
    .selectFrom("paymentAttempts")
    .selectAll()
    .where((eb) => eb.or([eb("intentId", "=", id), eb("sessionId", "=", id)]))
    .executeTakeFirst();
}

/** Writes down an attempt. If one with this intent is written down already, it stays as it is. */
export async function noteAttempt(db: Db, attempt: PaymentAttemptRow): Promise<void> {
  await db
    .insertInto("paymentAttempts")
    .values(attempt)
    .onConflict((oc) => oc.column("intentId").doNothing())
    .execute();
}

/** Notes the page that the provider has made for an attempt. */
export async function notePage(
  db: Db,
  { _id }: Pick<PaymentAttemptRow, "_id">,
  { sessionId, url }: Pick<HostedPage, "sessionId" | "url">,
): Promise<void> {
  await db.updateTable("paymentAttempts").set({ sessionId, url }).where("_id", "=", _id).execute();
}

/** Notes why the last card on the order's open hosted pages was refused. */
export async function noteHostedError(db: Db, orderId: string, lastError: string): Promise<void> {
  await db
    .updateTable("paymentAttempts")
    .set({ lastError })
    .where("orderId", "=", orderId)
    .where("kind", "=", "hosted")
    .where("settledAt", "is", null)
    .execute();
}

/** Notes that nobody can pay with an attempt any more: it was paid, or ended. */
export async function markSettled(
  db: Db,
  { clock }: Pick<Services, "clock">,
  { _id }: Pick<PaymentAttemptRow, "_id">,
): Promise<void> {
  await db
    .updateTable("paymentAttempts")
    .set({ settledAt: timestamp(clock) })
    .where("_id", "=", _id)
    .where("settledAt", "is", null)
    .execute();
}

/** The reason why the last card on a hosted page of the order was refused; empty if none was. */
export async function hostedErrorOf(db: Db, order: Pick<OrderRow, "_id">): Promise<string> {
  const row = await db
    .selectFrom("paymentAttempts")
    .select("lastError")
    .where("orderId", "=", order._id)
    .where("kind", "=", "hosted")
    .where("lastError", "<>", "")
    .orderBy("_id", "desc")
    .executeTakeFirst();
  return row?.lastError ?? "";
}

/**
 * The state of a hosted page: it can still be paid, its payment takes time, it was paid, or it came to nothing for
 * good.
 */
export type PageState = "open" | "under way" | "paid" | "over";

/**
 * The state of an attempt's page, and the payment made there. A complete page says only that its payer is done, so the
 * payment itself is read. The reason why its last card was refused is kept for the payment page.
 */
export async function stateOfPage(
  { db, cards }: Pick<Services, "db" | "cards">,
  attempt: PaymentAttemptRow,
  page: HostedPage,
): Promise<{ state: PageState; intentId: string | null }> {
  if (page.status !== "complete" || !page.intentId)
    return { state: page.status === "expired" ? "over" : "open", intentId: page.intentId };
  const intent = await cards.retrieve(page.intentId);
  if (intent.status === "succeeded") return { state: "paid", intentId: intent.id };
  if (intent.status === "processing" || intent.status === "requires_action")
    return { state: "under way", intentId: intent.id };
  if (intent.lastError)
    await db
      .updateTable("paymentAttempts")
      .set({ lastError: intent.lastError })
      .where("_id", "=", attempt._id)
      .execute();
  return { state: "over", intentId: intent.id };
}

/**
 * The payment of a waiting order that was made on one of its hosted pages, by the page's id; null if there is none. A
 * buyer who has made one must not be asked for another.
 */
export async function paymentOnPage(
  services: Services,
  order: Pick<OrderRow, "_id">,
): Promise<{ stripeId: string; status: "processing" | "succeeded" } | null> {
  const { db, cards } = services;
  if (!cards.hostedPages) return null;
  for (const attempt of await openAttempts(db, order._id)) {
    if (!attempt.sessionId) continue;
    const page = await cards.hostedPages.retrieve(attempt.sessionId).catch(unlessUnknown);
    const { state } = page ? await stateOfPage(services, attempt, page) : { state: "over" };
    if (state === "paid" || state === "under way")
      return { stripeId: attempt.sessionId, status: state === "paid" ? "succeeded" : "processing" };
    // Another page may be made now.
    if (state === "over") await markSettled(db, services, attempt);
  }
  return null;
}

function unlessUnknown(error: unknown): null {
  if (error instanceof IntentUnknown) return null;
  throw error;
}
