import type { Intent } from "~/platform/cards/card-provider";
import { timestamp } from "~/platform/clock";
import type { Trx } from "~/platform/database/database.server";
import type { OrderRow } from "~/platform/database/tables";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import { refund } from "./refund.server";

/** Whether a payment of this order that could not be kept is on its way back already. */
export async function wentBack(trx: Trx, order: OrderRow, intent: Intent): Promise<boolean> {
  const row = await trx.selectFrom("refunds").select("_id").where("orderId", "=", order._id).where("intentId", "=", intent.id).where("partId", "is", null).executeTakeFirst();
  return row !== undefined;
}

/** Writes down that all of a payment goes back, less what went back at the provider already; a job carries it out. */
export async function giveBackWhole(trx: Trx, services: Services, order: OrderRow, intent: Intent, reason: string): Promise<void> {
  const [refundId, at, left] = [newId(services.clock.now()), timestamp(services.clock), intent.amountCents - intent.refundedCents];
  await trx.insertInto("refunds").values({
    _id: refundId, orderId: order._id, intentId: intent.id, amountCents: left > 0 ? left : intent.refundedCents, reason, createdAt: at,
    ...(left > 0 ? { providerId: null, doneAt: null } : { providerId: null, doneAt: at, origin: "provider" }),
  }).execute();
  if (left > 0) await refund.enqueue(trx, services, { refundId });
}
