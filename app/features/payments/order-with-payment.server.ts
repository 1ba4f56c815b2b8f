import { toDollars } from "~/features/fields";
import { unknownOrder } from "~/features/orders/errors.server";
import { orderDetails } from "~/features/orders/order-details.server";
import { buyerOf } from "~/features/orders/order.server";
import { refundJobKey } from "~/features/refunds/refund-order.server";
import { failureInWords, stateOfRefund } from "~/features/orders/refund-status";
import type { Db } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import type { OperatorOrder } from "./operator-schema";

/** One order with its payment, every dispute, and every refund. */
export async function orderWithPayment({ db }: Pick<Services, "db">, orderId: string): Promise<OperatorOrder> {
  const row = await db.selectFrom("orders").selectAll().where("_id", "=", orderId).executeTakeFirst();
  if (!row) throw unknownOrder();
  return {
    ...(await orderDetails(db, row)),
    status: row.status,
    provider: row.provider,
    intentId: row.intentId,
    buyer: buyerOf(row),
    disputes: await disputesOf(db, orderId),
    refunds: await refundsOf(db, orderId),
  };
}

async function disputesOf(db: Db, orderId: string): Promise<OperatorOrder["disputes"]> {
  const rows = await db
    .selectFrom("disputes")
    .selectAll()
    .where("orderId", "=", orderId)
    .orderBy("createdAt")
    .orderBy("_id")
    .execute();
  return rows.map(({ _id, amountCents, reason, status, createdAt, endedAt }) => ({
    _id,
    amount: toDollars(amountCents),
    reason,
    status,
    createdAt,
    endedAt,
  }));
}

/** Every refund of an order with its pieces, oldest first. A refund that the provider would not take says why. */
async function refundsOf(db: Db, orderId: string): Promise<OperatorOrder["refunds"]> {
  const refunds = await db
    .selectFrom("refunds")
    .selectAll()
    .where("orderId", "=", orderId)
    .orderBy("createdAt")
    .orderBy("_id")
    .execute();
  if (refunds.length === 0) return [];
  const pieces = await db
    .selectFrom("refundLines as r")
    .innerJoin("orderLines as l", "l._id", "r.lineId")
    .select(["r.refundId", "r.quantity", "r.amountCents", "l.title"])
    .where(
      "r.refundId",
      "in",
      refunds.map((refund) => refund._id),
    )
    .orderBy("l.position")
    .execute();
  const fees = await db
    .selectFrom("orderParts")
    .select(["deliveryFeeRefundId", "deliveryFeeCents"])
    .where("orderId", "=", orderId)
    .where("deliveryFeeRefundId", "is not", null)
    .execute();
  const dead = await db
    .selectFrom("jobs")
    .select(["uniqueKey", "lastError"])
    .where("diedAt", "is not", null)
    .where(
      "uniqueKey",
      "in",
      refunds.map((refund) => refundJobKey(refund._id)),
    )
    .execute();
  return refunds.map((refund) => {
    const { _id, amountCents, reason, origin, partId, createdAt, doneAt, providerStatus, failedAt } = refund;
    const refundError = dead.find((job) => job.uniqueKey === refundJobKey(_id))?.lastError ?? null;
    const cameBack = failedAt && failureInWords(refund.failureReason);
    return {
      _id,
      amount: toDollars(amountCents),
      reason,
      origin,
      partId,
      createdAt,
      state: stateOfRefund(refund),
      providerStatus,
      doneAt,
      failedAt,
      otherWay: refund.otherWay === null ? null : { how: refund.otherWay, day: refund.otherWayDay ?? "" },
      deliveryFee: toDollars(
        fees.reduce((sum, fee) => (fee.deliveryFeeRefundId === _id ? sum + fee.deliveryFeeCents : sum), 0),
      ),
      lines: pieces
        .filter((piece) => piece.refundId === _id)
        .map(({ title, quantity, amountCents: lineCents }) => ({ title, quantity, amount: toDollars(lineCents) })),
      failed: doneAt ? null : (cameBack ?? refundError),
    };
  });
}
