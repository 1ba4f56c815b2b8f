import { timestamp } from "~/platform/clock";
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

/** The intent that a buyer comes back with, by its own id or by that of the hosted page it was paid on. */
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
