import { reservePlaces } from "~/features/delivery/slot-orders.server";
import { timestamp } from "~/platform/clock";
import { inTransaction } from "~/platform/database/database.server";
import type { ClosedTimeRow } from "~/platform/database/tables";
import type { RecurringJob } from "~/platform/jobs/jobs.server";
import type { Services } from "~/platform/services.server";
import { listOrders } from "./close-time.server";
import { goOn, statesDue } from "./go-on.server";
import { targetOf } from "./steps.server";
import { ownerOf } from "./time-owner.server";

/** The most closed times that are handled in one run. There are few, because each ends soon after its last moment. */
const MOST_AT_ONCE = 500;

/**
 * Handles closed times with unsettled orders. Buyers whose payment came after the closing are told as well, silence
 * becomes an answer when its time is over, and refunds begin after the hour.
 */
export const lookAfterClosedTimes: RecurringJob = {
  kind: "closed-times.look-after",
  everySeconds: 60,
  async handle(services) {
    const closings = await services.db
      .selectFrom("closedTimes")
      .selectAll()
      .where("isOpen", "=", 1)
      .orderBy("_id")
      .limit(MOST_AT_ONCE)
      .execute();
    for (const closing of closings) await lookAfter(services, closing);
  },
};

async function lookAfter(services: Services, closing: ClosedTimeRow): Promise<void> {
  const { _id: closedTimeId } = closing;
  await inTransaction(services.db, async (trx) => {
    if (closing.takenBackAt === null) await addLateOrders(trx, services, closing);
    const open = await trx
      .selectFrom("closedTimeOrders")
      .select("state")
      .where("closedTimeId", "=", closedTimeId)
      .where("state", "in", ["waiting", "told", ...statesDue(services, closing)])
      .groupBy("state")
      .execute();
    const due = statesDue(services, closing);
    if (closing.takenBackAt !== null || open.some(({ state }) => due.includes(state)))
      return goOn.enqueue(trx, services, { closedTimeId }, { uniqueKey: `closed-time ${closedTimeId}` });
    if (open.length > 0 || closing.endsAt > timestamp(services.clock)) return;
    await trx.updateTable("closedTimes").set({ isOpen: 0 }).where("_id", "=", closedTimeId).execute();
  });
}

/** Adds orders that were placed for the time after it was closed. Each gets a place at the other time, even if full. */
async function addLateOrders(
  trx: Parameters<typeof listOrders>[0],
  services: Services,
  closing: ClosedTimeRow,
): Promise<void> {
  const orders = await listOrders(trx, ownerOf(closing), closing);
  const target = targetOf(closing);
  if (orders === 0 || !target) return;
  const place = { methodId: closing.methodId, day: target.day, startTime: target.from, capacity: null };
  await reservePlaces(trx, services, place, orders);
}
