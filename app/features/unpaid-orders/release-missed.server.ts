import { noteMissed } from "~/features/collection-payments/mark-payment.server";
import { partDeliveryOf } from "~/features/delivery/part-deliveries.server";
import { logStep } from "~/features/orders/log-step.server";
import { lockPart } from "~/features/orders/order-parts.server";
import { piecesLeft } from "~/features/refunds/allocate-refund.server";
import { refundPieces } from "~/features/refunds/refund-order.server";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Db } from "~/platform/database/database.server";
import type { RecurringJob } from "~/platform/jobs/jobs.server";
import type { Services } from "~/platform/services.server";
import { dayIn } from "~/platform/time-zone";
import { mailMissed } from "./mails.server";

const MOST_AT_ONCE = 100;
/**
 * Hours after the end of its time for which a part can still be handed over, for queues and for stalls that are
 * offline.
 */
const GRACE_HOURS = 3;

/**
 * Calls off parts that nobody came for: goods and places are free again, nothing is to be paid, and the buyer's count
 * of missed orders goes up. Each part has a transaction of its own.
 */
export const releaseMissed: RecurringJob = {
  kind: "collection.release-missed",
  everySeconds: 300,
  async handle(services) {
    for (let parts = await missedParts(services); parts.length > 0; parts = await missedParts(services)) {
      for (const part of parts) await releasePart(services, part);
      if (parts.length < MOST_AT_ONCE) return;
    }
  },
};

type MissedPart = Awaited<ReturnType<typeof missedParts>>[number];

/** Unpaid parts whose time ended at least `GRACE_HOURS` ago. */
const missedParts = (services: Services) => endedParts(services.db, services).limit(MOST_AT_ONCE).execute();

function endedParts(db: Db, { clock, config: { timeZone } }: Services) {
  const before = new Date(clock.now().getTime() - GRACE_HOURS * 3_600_000);
  const clockTime = new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone,
  });
  const [day, time] = [dayIn(timeZone, before), clockTime.format(before)];
  return db
    .selectFrom("collectionPayments as c")
    .innerJoin("partDeliveries as d", "d.partId", "c.partId")
    .innerJoin("orderParts as p", "p._id", "c.partId")
    .select(["c.partId", "c.orderId", "c.merchantId"])
    .where("c.paidAt", "is", null)
    .where("c.missedAt", "is", null)
    .where("p.statusText", "in", ["Processing", "Shipped"])
    .where((eb) => eb.or([eb("d.day", "<", day), eb.and([eb("d.day", "=", day), eb("d.endTime", "<=", time)])]))
    .orderBy("c.partId");
}

async function releasePart(services: Services, { partId, orderId, merchantId }: MissedPart): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const locked = await lockPart(trx, services, orderId, { merchantId });
    const { order, part, lines } = locked;
    // A part that was paid, called off or moved meanwhile stays as it is.
    const isMissed = await endedParts(trx, services).where("c.partId", "=", partId).executeTakeFirst();
    if (!isMissed) return;
    await noteMissed(trx, partId, timestamp(services.clock));
    const reason = "It was not collected in its time.";
    await refundPieces(trx, services, order, lines, [{ part, pieces: piecesLeft(lines), restock: true }], {
      reason,
      settledAs: "Cancelled",
      partReason: reason,
    });
    const way = await trx
      .selectFrom("partDeliveries")
      .selectAll()
      .where("partId", "=", partId)
      .executeTakeFirstOrThrow();
    await mailMissed(trx, services, locked, partDeliveryOf(way));
    logStep(trx, services, orderId, "not collected");
  });
}
