import type { Selectable } from "kysely";
import type { Intent } from "~/platform/cards/card-provider";
import { timestamp } from "~/platform/clock";
import type { Trx } from "~/platform/database/database.server";
import type { OrderRow, RefundRow } from "~/platform/database/tables";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import { writeRefund } from "./refund-order.server";

/**
 * Refunds a payment that cannot be kept: writes down a refund of the whole payment, less what is written down as
 * refunded already. A job carries it out, and finds what somebody has refunded by hand. A second call adds nothing.
 */
export async function refundPayment(
  trx: Trx,
  services: Services,
  order: OrderRow,
  intent: Intent,
  reason: string,
  cause: Selectable<RefundRow>["cause"] = null,
): Promise<void> {
  const { cents } = await trx
    .selectFrom("refunds")
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("amountCents"), eb.lit(0)).as("cents"))
    .where("intentId", "=", intent.id)
    .executeTakeFirstOrThrow();
  const amountCents = intent.amountCents - Number(cents);
  if (amountCents <= 0) return;
  await writeRefund(trx, services, {
    _id: newId(services.clock.now()),
    orderId: order._id,
    intentId: intent.id,
    amountCents,
    reason,
    cause,
    createdAt: timestamp(services.clock),
  });
}
