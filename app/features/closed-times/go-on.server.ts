import { inTransaction } from "~/platform/database/database.server";
import { timestamp } from "~/platform/clock";
import type { ClosedTimeOrderRow, ClosedTimeRow } from "~/platform/database/tables";
import { job, type Job } from "~/platform/jobs/jobs.server";
import { mayPass } from "~/platform/outage";
import type { Services } from "~/platform/services.server";
import { openAgain, returnReserved, settleSilent, takeState, tellClosed, type Step } from "./steps.server";

/** Orders that one run of the job handles. */
const AT_ONCE = 20;

type State = ClosedTimeOrderRow["state"];

/** The step that orders in a state need now; undefined if they need none. */
function stepFor(services: Services, closing: ClosedTimeRow, state: State): Step | undefined {
  if (closing.takenBackAt !== null) return state === "told" || state === "coming" ? openAgain : undefined;
  if (state === "waiting") return tellClosed;
  return state === "told" && closing.settleAt <= timestamp(services.clock) ? settleSilent : undefined;
}

/** The states of orders for which a closed time has a step to do now. */
export const statesDue = (services: Services, closing: ClosedTimeRow): State[] =>
  (["waiting", "told", "coming"] as const).filter((state) => stepFor(services, closing, state) !== undefined);

/**
 * Handles the next orders of a closed time. Each order has its own transaction, which notes its step. If the job starts
 * again after a crash, or runs twice at once, it tells nobody twice, refunds nothing twice, and goes on where it was.
 */
export const goOn: Job<{ closedTimeId: string }> = job("closed-time", async ({ closedTimeId }, services) => {
  const { db } = services;
  const closing = await db.selectFrom("closedTimes").selectAll().where("_id", "=", closedTimeId).executeTakeFirst();
  if (!closing) return;
  const states = statesDue(services, closing);
  const orders = await db
    .selectFrom("closedTimeOrders")
    .selectAll()
    .where("closedTimeId", "=", closedTimeId)
    .where("state", "in", states)
    .orderBy("partId")
    .limit(AT_ONCE)
    .execute();
  const passing: unknown[] = [];
  // An order that another transaction has locked does not delay the others.
  for (const order of orders) await takeStep(services, closing, order).catch((error: unknown) => passing.push(error));
  // The job is retried, and skips what is done.
  if (passing.length > 0) throw new AggregateError(passing, passing.map(String).join("; "));
  const last = orders.at(-1);
  if (last && orders.length === AT_ONCE)
    return goOn.enqueue(db, services, { closedTimeId }, { uniqueKey: `closed-time ${closedTimeId} ${last.partId}` });
  if (closing.takenBackAt !== null)
    await db.updateTable("closedTimes").set({ isOpen: 0 }).where("_id", "=", closedTimeId).execute();
});

/**
 * An order that cannot be handled does not stop the others: its problem is stored. An error that may pass by itself,
 * such as a lock that another transaction held for long, is thrown instead.
 */
async function takeStep(services: Services, closing: ClosedTimeRow, order: ClosedTimeOrderRow): Promise<void> {
  const step = stepFor(services, closing, order.state);
  try {
    await inTransaction(services.db, async (trx) => step?.(trx, services, closing, order));
  } catch (error) {
    if (mayPass(error)) throw error;
    const problem = (error instanceof Error ? error.message : String(error)).slice(0, 500) || "Something went wrong.";
    services.log.error(
      { closedTime: closing._id, order: order.orderId, reason: problem },
      "an order could not be moved",
    );
    await inTransaction(services.db, async (trx) => {
      const failed = { state: "failed", problem, endedAt: timestamp(services.clock) } as const;
      if ((await takeState(trx, order, order.state, failed)) && order.state === "waiting")
        await returnReserved(trx, closing, 1);
    });
  }
}
