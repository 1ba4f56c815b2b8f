import { audit } from "~/features/audit/audit.server";
import { lockUser } from "~/features/accounts/lock-user.server";
import { keptPlan, reopenPlan } from "~/features/delivery/plan-of-day.server";
import { holdMarketDay } from "~/features/delivery/save-market-day.server";
import { timeInWords } from "~/features/delivery/words-schema";
import { timestamp } from "~/platform/clock";
import type { Trx } from "~/platform/database/database.server";
import type { ClosedTimeRow } from "~/platform/database/tables";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import type { Services } from "~/platform/services.server";
import { closedTimeOf, TAKE_BACK_SECONDS } from "./close-time.server";
import { tooLateToReopen } from "./errors.server";
import { goOn } from "./go-on.server";
import { mailStallsOpen } from "./mails.server";
import { returnReserved } from "./steps.server";
import type { TakingBack } from "./time-owner.server";

/**
 * Undoes the closing of a time within an hour: a merchant for one of their own, an operator for one of a market day.
 * Buyers can order for the time again. A job moves orders back and tells the buyers who were told. An order that its
 * buyer has refused meanwhile stays called off. A repeated call changes nothing. Refuses `unknown_closed_time`,
 * `too_late`.
 */
export async function takeBackClosedTime(services: Services, by: TakingBack, closedTimeId: string): Promise<void> {
  const { clock } = services;
  await inTransactionOnce(services, async (trx) => {
    const merchant = "merchantId" in by ? by : null;
    if (merchant) await lockUser(trx, services, merchant.merchantId);
    else await holdMarketDay(trx, services, (await closedTimeOf(trx, null, closedTimeId)).methodId);
    const closing = await closedTimeOf(trx, merchant, closedTimeId);
    if (closing.takenBackAt !== null) return;
    if (closing.createdAt <= timestamp(clock, -TAKE_BACK_SECONDS)) throw tooLateToReopen();
    const takenBackAt = timestamp(clock);
    await trx.updateTable("closedTimes").set({ takenBackAt }).where("_id", "=", closedTimeId).execute();
    // The buyers of these orders were not told, so there is nothing to undo.
    const { numUpdatedRows } = await trx
      .updateTable("closedTimeOrders")
      .set({ state: "stays", endedAt: takenBackAt })
      .where("closedTimeId", "=", closedTimeId)
      .where("state", "=", "waiting")
      .executeTakeFirst();
    await returnReserved(trx, closing, Number(numUpdatedRows));
    if (closing.planOfDay !== null) {
      const { merchantId, methodId, day } = closing;
      const plan = merchant ? { merchantId, methodId } : { marketDayId: methodId };
      await reopenPlan(trx, services, plan, day, keptPlan(closing.planOfDay));
    }
    if (!("merchantId" in by)) {
      const time = timeInWords({ day: closing.day, from: closing.startTime, to: closing.endTime });
      await audit(trx, services, by.operator, "market_day.time_opened", closing.name, {
        marketDay: closing.methodId,
        time,
      });
      await mailStallsOpen(trx, services, await stallsOfClosing(trx, closing), closing);
    }
    await goOn.enqueue(trx, services, { closedTimeId });
  });
}

/** The stalls of a market day that have a part of an order in a closed time. */
async function stallsOfClosing(trx: Trx, { _id, methodId }: ClosedTimeRow): Promise<string[]> {
  const rows = await trx
    .selectFrom("closedTimeOrders as o")
    .innerJoin("partDeliveries as d", "d.orderId", "o.orderId")
    .select("d.merchantId")
    .distinct()
    .where("o.closedTimeId", "=", _id)
    .where("d.marketDayId", "=", methodId)
    .execute();
  return rows.map(({ merchantId }) => merchantId);
}
