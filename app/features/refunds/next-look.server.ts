import { timestamp, type Clock } from "~/platform/clock";
import type { Trx } from "~/platform/database/database.server";
import type { DisputeRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { isOnItsWay, type ProviderStatus } from "~/features/orders/refund-status";

const MINUTE = 60;
const DAY = 86_400;
/** A bank sends a refund back within about a month; a dispute may be taken up again for more than a year. */
const REFUND_DAYS = 60;
const DISPUTE_DAYS = 540;

/**
 * The time of the next question about a refund: often at first, then less and less, because messages usually come
 * sooner. Null for a refund that is old enough to stay as it is. A refund on its way is looked at every day at least,
 * for as long as it takes.
 */
export function nextLook(clock: Clock, createdAt: string, status: ProviderStatus): string | null {
  const age = ageOf(clock, createdAt);
  const half = Math.max(MINUTE, age / 2);
  if (isOnItsWay(status)) return timestamp(clock, Math.min(half, DAY));
  return age > REFUND_DAYS * DAY ? null : timestamp(clock, half);
}

/** The time of the next question about a dispute; an open one is looked at every day. */
export function nextLookAtDispute(clock: Clock, { createdAt, endedAt }: Pick<DisputeRow, "createdAt" | "endedAt">) {
  const age = ageOf(clock, createdAt);
  const half = Math.max(60 * MINUTE, age / 2);
  if (endedAt === null) return timestamp(clock, Math.min(half, DAY));
  return age > DISPUTE_DAYS * DAY ? null : timestamp(clock, half);
}

const ageOf = (clock: Clock, since: string) => Math.max(0, clock.now().getTime() - Date.parse(since)) / 1000;

/** Notes the time of the next look at the refunds and disputes of a payment, after a look. */
export async function lookLater(trx: Trx, { clock }: Pick<Services, "clock">, intentId: string): Promise<void> {
  const refunds = await trx
    .selectFrom("refunds")
    .select(["_id", "createdAt", "providerStatus"])
    .where("intentId", "=", intentId)
    .where("lookAt", "is not", null)
    .execute();
  for (const { _id, createdAt, providerStatus } of refunds)
    await trx
      .updateTable("refunds")
      .set({ lookAt: nextLook(clock, createdAt, providerStatus) })
      .where("_id", "=", _id)
      .execute();
  const disputes = await trx
    .selectFrom("disputes")
    .select(["_id", "createdAt", "endedAt"])
    .where("intentId", "=", intentId)
    .where("lookAt", "is not", null)
    .execute();
  for (const dispute of disputes)
    await trx
      .updateTable("disputes")
      .set({ lookAt: nextLookAtDispute(clock, dispute) })
      .where("_id", "=", dispute._id)
      .execute();
}
