import { timestamp } from "~/platform/clock";
import { IntentUnknown, type HostedPage } from "~/platform/cards/card-provider";
import type { Db } from "~/platform/database/database.server";
import type { OrderRow, PaymentAttemptRow } from "~/platform/database/tables";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import { paymentNotCompleted, unknownPayment } from "./errors.server";

/*
 * Every way in which an order could be paid is written down before or when it exists, so that none can take money
 * unseen: the intent of the payment page, and each hosted page.
 */

/** Comes before every time: what is to be looked at first. */
const AT_ONCE = "";

function newAttempt(
  { clock }: Pick<Services, "clock">,
  orderId: string,
  kind: PaymentAttemptRow["kind"],
): PaymentAttemptRow {
  const createdAt = timestamp(clock);
  return {
    _id: newId(clock.now()),
    orderId,
    kind,
    intentId: null,
    sessionId: null,
    url: "",
    expiresAt: null,
    lastError: "",
    createdAt,
    checkedAt: createdAt,
    settledAt: null,
  };
}

/** Writes down the intent of our own payment page, once, when the order gets it. */
export async function noteElement(
  db: Db,
  services: Pick<Services, "clock">,
  orderId: string,
  intentId: string,
): Promise<void> {
  await db
    .insertInto("paymentAttempts")
    .values({ ...newAttempt(services, orderId, "element"), intentId })
    .onConflict((oc) => oc.column("intentId").doNothing())
    .execute();
}

/** A hosted page that is about to be made; its id is what the provider will know it by, should the answer get lost. */
export async function noteHosted(
  db: Db,
  services: Pick<Services, "clock">,
  orderId: string,
  expiresAt: string,
): Promise<PaymentAttemptRow> {
  const attempt = { ...newAttempt(services, orderId, "hosted"), expiresAt };
  await db.insertInto("paymentAttempts").values(attempt).execute();
  return attempt;
}

/** What an order could still be paid with, oldest first. */
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

/** Notes that nobody can pay with an attempt any more: it was paid, or ended. */
export async function markSettled(
  db: Db,
  { clock }: Pick<Services, "clock">,
  attempt: { _id: string } | { intentId: string },
): Promise<void> {
  const query = db
    .updateTable("paymentAttempts")
    .set({ settledAt: timestamp(clock) })
    .where("settledAt", "is", null);
  await (
    "_id" in attempt ? query.where("_id", "=", attempt._id) : query.where("intentId", "=", attempt.intentId)
  ).execute();
}

/** What else could still be paid for a settled order is to be ended soon. */
export async function hurryOthers(db: Db, orderId: string): Promise<void> {
  await db
    .updateTable("paymentAttempts")
    .set({ checkedAt: AT_ONCE })
    .where("orderId", "=", orderId)
    .where("settledAt", "is", null)
    .execute();
}

/** What the order's last card on a hosted page was refused with. */
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
 * The intent that a buyer comes back with, by its own id or by that of the hosted page it was paid on. Refuses
 * `unknown_payment` where it is not of an order of this buyer, `payment_not_completed` where nothing was paid there yet.
 */
export async function paymentOfBuyer(services: Services, buyerId: string, id: string): Promise<string> {
  const attempt = await attemptBy(services.db, id);
  const order =
    attempt &&
    (await services.db
      .selectFrom("orders")
      .select("_id")
      .where("_id", "=", attempt.orderId)
      .where("buyerId", "=", buyerId)
      .executeTakeFirst());
  if (!attempt || !order) throw unknownPayment();
  return intentOf(services, attempt, id);
}

/** The same for whoever has an order's payment link. */
export async function paymentOfLink(services: Services, orderId: string, id: string): Promise<string> {
  const attempt = await attemptBy(services.db, id);
  if (attempt?.orderId !== orderId) throw unknownPayment();
  return intentOf(services, attempt, id);
}

async function intentOf(services: Services, attempt: PaymentAttemptRow, id: string): Promise<string> {
  if (attempt.kind === "element") return attempt.intentId ?? id;
  const page = await services.cards.hostedPages?.retrieve(attempt.sessionId ?? id);
  if (!page?.intentId) throw paymentNotCompleted();
  return page.intentId;
}

/**
 * How it stands with a page of the provider's: it can be paid on; its payment takes its time, went through, or came
 * to nothing for good.
 */
export type PageState = "open" | "under way" | "paid" | "over";

/**
 * The state of an attempt's page, and the payment made there. That a page is complete says only that its payer is done:
 * the payment itself is asked. What its last card was refused with is kept for the payment page.
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
 * The payment of a waiting order that was made on one of its pages, by the page's id; null while there is none. Whoever
 * has made one is not to be asked for another.
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
    // The way is free for another page.
    if (state === "over") await markSettled(db, services, attempt);
  }
  return null;
}

function unlessUnknown(error: unknown): null {
  if (error instanceof IntentUnknown) return null;
  throw error;
}
