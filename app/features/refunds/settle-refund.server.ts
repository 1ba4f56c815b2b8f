import { audit, type Operator } from "~/features/audit/audit.server";
import { unknownOrder } from "~/features/orders/errors.server";
import { logStep } from "~/features/orders/log-step.server";
import { lockOrder } from "~/features/orders/order.server";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Trx } from "~/platform/database/database.server";
import type { OrderRow } from "~/platform/database/tables";
import { isFirstTime } from "~/platform/http/idempotency.server";
import { settleDeadLetter } from "~/platform/jobs/jobs.server";
import type { Services } from "~/platform/services.server";
import { dayIn } from "~/platform/time-zone";
import { dayToCome, refundNotOpen, refundUnderWay, unknownRefund } from "./errors.server";
import { mailGivenOtherwise } from "./mails.server";
import { reconcileRefunds, RefundUnderWay } from "./reconcile-refunds.server";
import { refund, refundJobKey } from "./refund-order.server";
import type { OtherWay } from "./schema";

interface RefundId {
  orderId: string;
  refundId: string;
}

/** The sum of a refund, in cents. Refuses `unknown_refund`. */
export async function centsOfRefund({ db }: Pick<Services, "db">, { orderId, refundId }: RefundId): Promise<number> {
  const row = await db
    .selectFrom("refunds")
    .select("amountCents")
    .where("_id", "=", refundId)
    .where("orderId", "=", orderId)
    .executeTakeFirst();
  if (!row) throw unknownRefund();
  return row.amountCents;
}

/**
 * Makes a refund anew that came back from the provider. A job asks for it under a new key, because the provider would
 * answer the old key with the refund that failed. Refuses `unknown_refund`, and `refund_not_open` if it did not come
 * back, or somebody has seen to it meanwhile.
 */
export async function makeRefundAnew(services: Services, operator: Operator, { orderId, refundId }: RefundId) {
  await inTransaction(services.db, async (trx) => {
    if (!(await isFirstTime(trx, services))) return;
    const { order, row } = await lockRefund(trx, services, { orderId, refundId });
    if (row.failedAt === null || row.doneAt !== null) throw refundNotOpen();
    await sendAgain(trx, services, { orderId, refundId });
    await audit(trx, services, operator, "refund.made_anew", `#${order.itemId}`, {
      order: orderId,
      amount: row.amountCents / 100,
    });
  });
}

/**
 * Sends refunds of these orders again that came back from the provider, each once. Locks the orders in the order of
 * their ids. Returns how many it sent.
 */
export async function sendFailedAgain(trx: Trx, services: Services, refunds: RefundId[]): Promise<number> {
  let count = 0;
  for (const id of refunds.toSorted((a, b) => a.orderId.localeCompare(b.orderId))) {
    const { row } = await lockRefund(trx, services, id);
    if (row.failedAt === null || row.doneAt !== null) continue;
    await sendAgain(trx, services, id);
    count += 1;
  }
  return count;
}

/** Has a job send a refund again, under a new key. The order must be locked, and the refund must have come back. */
async function sendAgain(trx: Trx, services: Services, { orderId, refundId }: RefundId): Promise<void> {
  await trx
    .updateTable("refunds")
    .set({ failedAt: null, failureReason: "", providerStatus: null, origin: "shop" })
    .where("_id", "=", refundId)
    .execute();
  await refund.enqueue(trx, services, { refundId });
  logStep(trx, services, orderId, "refund begun");
}

/**
 * Notes that the money of a refund was given back without the provider, once: how, and on which day. It asks the
 * provider first, which may have made the refund after all. Refuses `unknown_refund`, `refund_not_open` if the money
 * has gone already, `refund_under_way` while it may be on its way, `day_to_come`.
 */
export async function recordPaidOtherwise(
  services: Services,
  operator: Operator,
  id: RefundId,
  { how, day }: OtherWay,
): Promise<void> {
  const { db, clock, cards, config } = services;
  if (day > dayIn(config.timeZone, timestamp(clock))) throw dayToCome();
  const payment = await db
    .selectFrom("refunds as r")
    .innerJoin("orders as o", "o._id", "r.orderId")
    .select(["r.intentId", "o.provider"])
    .where("r._id", "=", id.refundId)
    .where("r.orderId", "=", id.orderId)
    .executeTakeFirst();
  if (!payment) throw unknownRefund();
  if (payment.provider === cards.name)
    await reconcileRefunds(services, payment.intentId).catch((error: unknown) => {
      throw error instanceof RefundUnderWay ? refundUnderWay() : error;
    });
  await inTransaction(db, async (trx) => {
    if (!(await isFirstTime(trx, services))) return;
    const { order, row } = await lockRefund(trx, services, id);
    if (row.doneAt !== null) throw refundNotOpen();
    if (row.providerId !== null || (row.sendingUntil ?? "") > timestamp(clock)) throw refundUnderWay();
    await trx
      .updateTable("refunds")
      .set({ otherWay: how, otherWayDay: day, doneAt: timestamp(clock), failedAt: null })
      .where("_id", "=", id.refundId)
      .execute();
    await settleDeadLetter(trx, services, refundJobKey(id.refundId));
    logStep(trx, services, order._id, "refunded");
    await mailGivenOtherwise(trx, services, { ...order, amountCents: row.amountCents }, { how, day });
    await audit(trx, services, operator, "refund.given_otherwise", `#${order.itemId}`, {
      order: order._id,
      amount: row.amountCents / 100,
      how,
      day,
    });
  });
}

async function lockRefund(trx: Trx, services: Services, { orderId, refundId }: RefundId) {
  const order: OrderRow | undefined = await lockOrder(trx, services.dialect, orderId);
  if (!order) throw unknownOrder();
  const row = await trx
    .selectFrom("refunds")
    .selectAll()
    .where("_id", "=", refundId)
    .where("orderId", "=", orderId)
    .executeTakeFirst();
  if (!row) throw unknownRefund();
  return { order, row };
}
