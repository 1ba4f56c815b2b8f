import { timestamp } from "~/platform/clock";
import type { RecurringJob } from "~/platform/jobs/jobs.server";
import type { Services } from "~/platform/services.server";
import { reconcileRefunds } from "./reconcile-refunds.server";

const MOST_AT_ONCE = 50;
/** Seconds after which no further payment is looked at, since the last look must end within the job's lease. */
const BEGIN_SECONDS = 20;
/** The delay of the next look after a failed one, so that a payment that cannot be looked at holds up no other. */
const RETRY_SECONDS = 600;

/**
 * Asks the provider again about refunds and disputes that may have changed since the last question, because a message
 * may be lost. It uses the function that handles messages. Payments of a provider other than the current one are left
 * alone.
 */
export const lookAgain: RecurringJob = {
  kind: "refunds.look",
  everySeconds: 60,
  async handle(services) {
    const start = performance.now();
    for (const [intentId, disputes] of await dueIntents(services)) {
      if (performance.now() - start > BEGIN_SECONDS * 1000) return;
      await lookNotBefore(services, intentId);
      await reconcileRefunds(services, intentId, { disputes }).catch((error: unknown) =>
        services.log.warn({ payment: intentId, reason: String(error) }, "a refund could not be looked at again"),
      );
    }
  },
};

/** The payments to ask about, the one that waits longest first, and whether they are known to be disputed. */
async function dueIntents({ db, clock, cards }: Services): Promise<Map<string, boolean>> {
  const now = timestamp(clock);
  const disputes = await db
    .selectFrom("disputes as d")
    .innerJoin("orders as o", "o._id", "d.orderId")
    .select("d.intentId")
    .where("d.lookAt", "<=", now)
    .where("o.provider", "=", cards.name)
    .orderBy("d.lookAt")
    .limit(MOST_AT_ONCE)
    .execute();
  const refunds = await db
    .selectFrom("refunds as r")
    .innerJoin("orders as o", "o._id", "r.orderId")
    .select("r.intentId")
    .where("r.lookAt", "<=", now)
    .where("o.provider", "=", cards.name)
    .orderBy("r.lookAt")
    .limit(MOST_AT_ONCE)
    .execute();
  return new Map([
    ...refunds.map(({ intentId }): [string, boolean] => [intentId, false]),
    ...disputes.map(({ intentId }): [string, boolean] => [intentId, true]),
  ]);
}

async function lookNotBefore({ db, clock }: Services, intentId: string): Promise<void> {
  const [now, later] = [timestamp(clock), { lookAt: timestamp(clock, RETRY_SECONDS) }];
  await db.updateTable("refunds").set(later).where("intentId", "=", intentId).where("lookAt", "<=", now).execute();
  await db.updateTable("disputes").set(later).where("intentId", "=", intentId).where("lookAt", "<=", now).execute();
}
