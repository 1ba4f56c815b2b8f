import { releaseHold, shortenHolds } from "./hold-stock.server";
import { ProviderUnreachable } from "~/platform/cards/card-provider";
import { timestamp } from "~/platform/clock";
import type { OrderRow, PaymentAttemptRow } from "~/platform/database/tables";
import type { RecurringJob } from "~/platform/jobs/jobs.server";
import type { Services } from "~/platform/services.server";
import { markSettled } from "./attempts.server";
import { giveUp } from "./give-up.server";
import { endOffSale } from "./off-sale.server";
import { settleAttempt } from "./settle-attempt.server";

/** A checkout younger than this is left to the buyer's own request. */
const YOUNG_SECONDS = 15;
const MOST_AT_ONCE = 200;
const SIDE_BY_SIDE = 8;
/** Seconds after which no further attempt is begun, since even the longest one must end within the job's lease. */
const BEGIN_SECONDS = 20;
/** How long goods are kept for an order that cannot be ended because the provider is out of reach. */
const OUTAGE_MINUTES = 15;
/** A payment that is not settled after this long is left to operators. */
const LONGEST_DAYS = 7;

/**
 * Checks every attempt to pay that is not settled, the one checked longest ago first, so that none waits behind others
 * that fail. A paid attempt is placed, even if its buyer did not come back. An attempt whose hold has ended is given
 * up. An attempt left over beside a paid or given up order is ended. It runs every 20 seconds, so that a buyer whose
 * browser died does not wait long.
 */
export const reconcilePayments: RecurringJob = {
  kind: "payments.reconcile",
  everySeconds: 20,
  async handle(services) {
    await shortenHolds(services);
    await endOffSale(services);
    await settleOpen(services);
    await giveUpUntried(services);
  },
};

interface Open {
  attempt: PaymentAttemptRow;
  order: Pick<OrderRow, "_id" | "status" | "provider" | "heldUntil">;
}

async function settleOpen(services: Services): Promise<void> {
  const startedAt = performance.now();
  const waiting = (await openOnes(services)).values();
  const work = async () => {
    for (const open of waiting) {
      if (performance.now() - startedAt > BEGIN_SECONDS * 1000) return;
      await look(services, open);
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
}

async function openOnes({ db, clock }: Services): Promise<Open[]> {
  const rows = await db
    .selectFrom("paymentAttempts as a")
    .innerJoin("orders as o", "o._id", "a.orderId")
    .selectAll("a")
    .select(["o.status", "o.provider", "o.heldUntil"])
    .where("a.settledAt", "is", null)
    .where((eb) =>
      eb.or([
        eb("o.status", "<>", "pending"),
        eb("a.createdAt", "<", timestamp(clock, -YOUNG_SECONDS)),
        // Begun under a clock that was ahead.
        eb("o.heldUntil", "<=", timestamp(clock)),
      ]),
    )
    .orderBy("a.checkedAt")
    .limit(MOST_AT_ONCE)
    .execute();
  return rows.map(({ status, provider, heldUntil, ...attempt }) => ({
    attempt,
    order: { _id: attempt.orderId, status, provider, heldUntil },
  }));
}

async function look(services: Services, { attempt, order }: Open): Promise<void> {
  const { db, clock, log } = services;
  await db
    .updateTable("paymentAttempts")
    .set({ checkedAt: timestamp(clock) })
    .where("_id", "=", attempt._id)
    .execute();
  try {
    await settleAttempt(services, attempt, order);
    if (attempt.createdAt < timestamp(clock, -LONGEST_DAYS * 86_400)) await markSettled(db, services, attempt);
  } catch (error) {
    log.warn({ order: order._id, reason: String(error) }, "an order could not be reconciled");
    // An outage must not keep goods from everybody: a payment that comes to light later is placed if they are still
    // there.
    if (error instanceof ProviderUnreachable && order.heldUntil <= timestamp(clock, -OUTAGE_MINUTES * 60))
      await releaseHold(services, order._id);
  }
}

/** Gives up orders whose request died before there was any payment to make. */
async function giveUpUntried(services: Services): Promise<void> {
  const { db, clock, log } = services;
  const orders = await db
    .selectFrom("orders")
    .selectAll()
    .where("status", "=", "pending")
    .where("heldUntil", "<=", timestamp(clock))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("paymentAttempts as a")
            .select("a._id")
            .whereRef("a.orderId", "=", "orders._id")
            .where("a.settledAt", "is", null),
        ),
      ),
    )
    .orderBy("heldUntil")
    .limit(MOST_AT_ONCE)
    .execute();
  for (const order of orders) {
    await giveUp(services, order).catch((error) =>
      log.warn({ order: order._id, reason: String(error) }, "an order could not be given up"),
    );
  }
}
