import { isoWeekday } from "~/features/days";
import { z } from "~/features/zod";
import { timestamp } from "~/platform/clock";
import type { Trx } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { storedPlan } from "./method-of-merchant.server";
import { announceWay } from "./save-method.server";
import { openTime, type OpenTime } from "./open-time-schema";

/* Closes and reopens a single time of a delivery method. Its weekly plan stays: the day gets times of its own. */

/** The plan of a delivery method for one day, before a time of it was closed. */
const planOfDay = z.object({
  times: z.array(openTime).describe("Times of the day alone."),
  isOff: z.boolean(),
  isSwitchedOff: z.boolean().describe("Whether the way was switched off with its last time."),
});
export type PlanOfDay = z.infer<typeof planOfDay>;

/** Reads a kept plan. */
export const keptPlan = (plan: string): PlanOfDay => planOfDay.parse(JSON.parse(plan));

/** A plan of times: that of a merchant's delivery method, or that of a market day. */
export type PlanOf = { merchantId: string; methodId: string } | { marketDayId: string };

/**
 * Closes one time of a delivery method on a day: it is not offered any more, but the other times of the day are.
 * Returns the plan that the day had before; null if the method has no such time any more.
 */
export async function closeTimeOfPlan(
  trx: Trx,
  services: Services,
  plan: PlanOf,
  { day, from }: { day: string; from: string },
): Promise<PlanOfDay | null> {
  const row = await planRow(trx, plan);
  if (!row) return null;
  const { times, daysOff } = storedPlan(row);
  const [isOff, timesOfDay] = [daysOff.includes(day), times.filter((time) => time.day === day)];
  const weekly = isOff ? [] : times.filter(({ weekday }) => weekday === isoWeekday(day));
  const open = timesOfDay.length > 0 ? timesOfDay : weekly;
  if (open.every((time) => time.from !== from)) return null;
  const timesLeft = open
    .filter((time) => time.from !== from)
    .map((time): OpenTime => ({ ...time, weekday: null, day }));
  const timesAfter = [...times.filter((time) => time.day !== day), ...timesLeft];
  // A method without any time would count as one that needs none, so it is switched off instead.
  const isLast = timesAfter.length === 0;
  await write(trx, services, plan, {
    times: isLast ? times : timesAfter,
    daysOff: timesLeft.length === 0 ? [...new Set([...daysOff, day])].sort() : daysOff,
    ...(isLast && { isActive: 0 as const }),
  });
  return { times: timesOfDay, isOff, isSwitchedOff: isLast && row.isActive === 1 };
}

/** Restores the plan that a day had before a time of it was closed. A delivery method that is gone stays gone. */
export async function reopenPlan(
  trx: Trx,
  services: Services,
  plan: PlanOf,
  day: string,
  before: PlanOfDay,
): Promise<void> {
  const row = await planRow(trx, plan);
  if (!row) return;
  const { times, daysOff } = storedPlan(row);
  const otherDaysOff = daysOff.filter((dayOff) => dayOff !== day);
  await write(trx, services, plan, {
    times: [...times.filter((time) => time.day !== day), ...before.times],
    daysOff: before.isOff ? [...otherDaysOff, day].sort() : otherDaysOff,
    ...(before.isSwitchedOff && { isActive: 1 as const }),
  });
}

function planRow(trx: Trx, plan: PlanOf) {
  if ("marketDayId" in plan)
    return trx
      .selectFrom("marketDays")
      .select(["times", "daysOff", "isActive"])
      .where("_id", "=", plan.marketDayId)
      .executeTakeFirst();
  return trx
    .selectFrom("deliveryMethods")
    .select(["times", "daysOff", "isActive"])
    .where("_id", "=", plan.methodId)
    .where("merchantId", "=", plan.merchantId)
    .executeTakeFirst();
}

async function write(
  trx: Trx,
  services: Services,
  plan: PlanOf,
  { times, daysOff, ...columns }: { times: OpenTime[]; daysOff: string[]; isActive?: 0 | 1 },
): Promise<void> {
  const planColumns = {
    times: JSON.stringify(times),
    daysOff: JSON.stringify(daysOff),
    ...columns,
    updatedAt: timestamp(services.clock),
  };
  if ("marketDayId" in plan) {
    await trx.updateTable("marketDays").set(planColumns).where("_id", "=", plan.marketDayId).execute();
    // Pages and lists of all of its stalls name its times.
    await services.dialect.announceChange(trx);
    return;
  }
  await trx.updateTable("deliveryMethods").set(planColumns).where("_id", "=", plan.methodId).execute();
  await announceWay(trx, services, plan.merchantId, plan.methodId);
}
