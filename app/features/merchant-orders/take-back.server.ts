import { forgetHandedOver } from "~/features/delivery/handed-over.server";
import { logStep } from "~/features/orders/log-step.server";
import {
  lockPart,
  markNotDelivered,
  markNotShipped,
  stepOf,
  type LockedPart,
} from "~/features/orders/order-parts.server";
import { takeBackUntil } from "~/features/orders/take-back-until";
import { forgetPayoutDue } from "~/features/payouts/due.server";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Trx } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { alreadyCancelled, alreadyDelivered, paidOut, saidByTheBuyer, tooLateToTakeBack } from "./errors.server";
import { mailNotShipped } from "./mails.server";
import { merchantOrder } from "./orders.server";
import type { MerchantOrderDetails, StepBack } from "./schema";

/**
 * Undoes a step that the merchant took by mistake within the last hour. `shipped`: the part is to be sent again, and
 * its buyer is told so. `delivered`: it is on its way again, and its money is not due. A second call changes nothing,
 * so a request that arrives twice never undoes two steps.
 */
export async function takeBack(
  services: Services,
  merchantId: string,
  orderId: string,
  { step }: StepBack,
): Promise<MerchantOrderDetails> {
  await inTransaction(services.db, async (trx) => {
    const locked = await lockPart(trx, services, orderId, { merchantId });
    const { statusText } = locked.part;
    if (statusText === "Cancelled" || statusText === "Refunded") throw alreadyCancelled();
    if (step === "delivered" && statusText === "Delivered") await notDelivered(trx, services, locked);
    if (step !== "shipped" || statusText === "Processing") return;
    if (statusText === "Delivered") throw alreadyDelivered();
    await inTime(trx, services, locked);
    await markNotShipped(trx, locked.part._id, timestamp(services.clock));
    await mailNotShipped(trx, services, locked);
    logStep(trx, services, orderId, "not shipped");
  });
  return merchantOrder(services, merchantId, orderId);
}

async function notDelivered(trx: Trx, services: Services, locked: LockedPart): Promise<void> {
  const { order, part } = locked;
  await inTime(trx, services, locked);
  if (!(await forgetPayoutDue(trx, part._id))) throw paidOut();
  await forgetHandedOver(trx, part._id);
  await markNotDelivered(trx, order._id, part._id, timestamp(services.clock));
  logStep(trx, services, order._id, "not delivered");
}

/** Refuses to undo a step that is older than an hour, or that the buyer or the passing of time has taken. */
async function inTime(trx: Trx, { clock }: Services, { part }: LockedPart): Promise<void> {
  const step = await stepOf(trx, part._id);
  if (step.statusText === "Delivered" && step.deliveredBy !== "merchant") throw saidByTheBuyer();
  const until = takeBackUntil(step);
  if (until === null || until <= clock.now().toISOString()) throw tooLateToTakeBack();
}
