import { lockUser } from "~/features/accounts/lock-user.server";
import { keptPlan, reopenPlan } from "~/features/delivery/plan-of-day.server";
import { timestamp } from "~/platform/clock";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import type { Services } from "~/platform/services.server";
import { closedTimeOfMerchant, TAKE_BACK_SECONDS } from "./close-time.server";
import { tooLateToReopen } from "./errors.server";
import { goOn } from "./go-on.server";
import { returnReserved } from "./steps.server";

/**
 * A merchant takes a closed time back, within the hour: it can be ordered for again, and a job moves back what was moved and tells
 * those who were told. What a buyer has refused meanwhile stays called off. Said again it changes nothing. Refuses
 * `unknown_closed_time`, `too_late`.
 */
export async function takeBackClosedTime(services: Services, merchantId: string, closedTimeId: string): Promise<void> {
  const { clock } = services;
  await inTransactionOnce(services, async (trx) => {
    await lockUser(trx, services, merchantId);
    const closing = await closedTimeOfMerchant(trx, merchantId, closedTimeId);
    if (closing.takenBackAt !== null) return;
    if (closing.createdAt <= timestamp(clock, -TAKE_BACK_SECONDS)) throw tooLateToReopen();
    const takenBackAt = timestamp(clock);
    await trx.updateTable("closedTimes").set({ takenBackAt }).where("_id", "=", closedTimeId).execute();
    // Nobody was told of these, so there is nothing to take back.
    const { numUpdatedRows } = await trx
      .updateTable("closedTimeOrders")
      .set({ state: "stays", endedAt: takenBackAt })
      .where("closedTimeId", "=", closedTimeId)
      .where("state", "=", "waiting")
      .executeTakeFirst();
    await returnReserved(trx, closing, Number(numUpdatedRows));
    if (closing.planOfDay !== null) await reopenPlan(trx, services, closing, keptPlan(closing.planOfDay));
    await goOn.enqueue(trx, services, { closedTimeId });
  });
}
