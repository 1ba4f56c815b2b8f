import { dueCentsOf } from "~/features/collection-payments/due.server";
import { toBePaid } from "~/features/collection-payments/errors.server";
import { logStep } from "~/features/orders/log-step.server";
import { lockPart, markDelivered, markDeliveredIfShipped, type Whose } from "~/features/orders/order-parts.server";
import { notePayoutsDue } from "~/features/payouts/due.server";
import { tellDelivered } from "~/features/webhooks/tell-steps.server";
import { timestamp } from "~/platform/clock";
import { inTransaction } from "~/platform/database/database.server";
import type { RecurringJob } from "~/platform/jobs/jobs.server";
import type { Services } from "~/platform/services.server";
import { dayIn } from "~/platform/time-zone";
import { alreadyCancelled, notShipped } from "./errors.server";

/** A part counts as arrived after this many days on its way, or lying ready since its day, even if nobody said so. */
export const DAYS_ON_THE_WAY = 14;
const MOST_AT_ONCE = 200;

/** Marks a sent part as arrived because its merchant or its buyer says so. A second call changes nothing. */
export async function deliver(services: Services, orderId: string, owner: Whose): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const { part } = await lockPart(trx, services, orderId, owner);
    if (part.statusText === "Delivered") return;
    if (part.statusText === "Processing") throw notShipped();
    if (part.statusText !== "Shipped") throw alreadyCancelled();
    if (part.isUnpaid === 1) throw toBePaid(dueCentsOf(part));
    await markDelivered(trx, orderId, part._id, {
      deliveredAt: timestamp(services.clock),
      deliveredBy: "buyerId" in owner ? "buyer" : "merchant",
    });
    const delivered = [{ _id: part._id, orderId, merchantId: part.merchantId }];
    await notePayoutsDue(trx, services, delivered);
    await tellDelivered(trx, services, delivered);
    logStep(trx, services, orderId, "delivered");
  });
}

export const deliverLongShipped: RecurringJob = {
  kind: "fulfilment.deliver-long-shipped",
  everySeconds: 3600,
  async handle(services) {
    while ((await deliverSome(services)) === MOST_AT_ONCE);
  },
};

async function deliverSome(services: Services): Promise<number> {
  const { db, clock, dialect, config } = services;
  const before = timestamp(clock, -DAYS_ON_THE_WAY * 86_400);
  const dayBefore = dayIn(config.timeZone, before);
  return inTransaction(db, async (trx) => {
    const due = await trx
      .selectFrom("orderParts")
      .select(["_id", "orderId"])
      .where("statusText", "=", "Shipped")
      .where("shippedAt", "<=", before)
      .where("isUnpaid", "=", 0)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("partDeliveries as d")
              .select("d.partId")
              .whereRef("d.partId", "=", "orderParts._id")
              .where("d.day", ">", dayBefore),
          ),
        ),
      )
      .orderBy("shippedAt")
      .limit(MOST_AT_ONCE)
      .execute();
    if (due.length === 0) return 0;
    const orderIds = [...new Set(due.map((part) => part.orderId))];
    if (dialect.forUpdate)
      await trx.selectFrom("orders").select("_id").where("_id", "in", orderIds).orderBy("_id").forUpdate().execute();
    // Parts that were cancelled or received meanwhile stay so.
    const partIds = due.map((part) => part._id);
    const delivered = await markDeliveredIfShipped(trx, partIds, orderIds, timestamp(clock));
    await notePayoutsDue(trx, services, delivered);
    await tellDelivered(trx, services, delivered);
    for (const { orderId } of delivered) logStep(trx, services, orderId, "delivered");
    return due.length;
  });
}
