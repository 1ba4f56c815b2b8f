import { toDollars } from "~/features/fields";
import { timestamp } from "~/platform/clock";
import type { Services } from "~/platform/services.server";
import { closedTimeOfMerchant, TAKE_BACK_SECONDS } from "./close-time.server";
import type { ClosedTime } from "./schema";
import { targetOf } from "./steps.server";

const MOST_FAILED = 100;

/** A closed time, and how far its orders have come. Three statements. Refuses `unknown_closed_time`. */
export async function closedTimeProgress(
  { db, clock }: Pick<Services, "db" | "clock">,
  merchantId: string,
  closedTimeId: string,
): Promise<ClosedTime> {
  const closing = await closedTimeOfMerchant(db, merchantId, closedTimeId);
  const states = await db
    .selectFrom("closedTimeOrders")
    .select("state")
    .select((eb) => [eb.fn.countAll<number>().as("orders"), eb.fn.sum<number>("amountCents").as("amountCents")])
    .where("closedTimeId", "=", closedTimeId)
    .groupBy("state")
    .execute();
  const failed = await db
    .selectFrom("closedTimeOrders as c")
    .innerJoin("orders as o", "o._id", "c.orderId")
    .select(["o._id", "o.itemId", "c.problem"])
    .where("c.closedTimeId", "=", closedTimeId)
    .where("c.state", "=", "failed")
    .orderBy("c.partId")
    .limit(MOST_FAILED)
    .execute();
  const ordersIn = (...names: (typeof states)[number]["state"][]) =>
    states.filter(({ state }) => names.includes(state)).reduce((sum, { orders }) => sum + Number(orders), 0);
  const isTakenBack = closing.takenBackAt !== null;
  const target = targetOf(closing);
  const takeBackUntil = new Date(Date.parse(closing.createdAt) + TAKE_BACK_SECONDS * 1000).toISOString();
  return {
    _id: closing._id,
    method: closing.methodId,
    marketDay: closing.isMarketDay === 1,
    kind: closing.kind,
    name: closing.name,
    day: closing.day,
    from: closing.startTime,
    to: closing.endTime,
    next: closing.next,
    moved: target && { day: target.day, from: target.from, to: target.to },
    silent: closing.silent,
    settleAt: closing.settleAt,
    reason: closing.reason,
    createdAt: closing.createdAt,
    takeBackUntil,
    mayTakeBack: !isTakenBack && takeBackUntil > timestamp(clock),
    takenBackAt: closing.takenBackAt,
    total: states.reduce((sum, { orders }) => sum + Number(orders), 0),
    amount: toDollars(closing.amountCents),
    // Once it is taken back, those who were told wait for the second letter.
    waiting: isTakenBack ? ordersIn("told", "coming") : ordersIn("waiting"),
    told: isTakenBack ? 0 : ordersIn("told"),
    coming: isTakenBack ? 0 : ordersIn("coming"),
    givenBack: ordersIn("given_back"),
    givenBackAmount: toDollars(states.reduce((sum, { amountCents }) => sum + Number(amountCents ?? 0), 0)),
    leftOut: ordersIn("left_out", "replaced"),
    stays: ordersIn("stays"),
    failed: failed.map(({ _id, itemId, problem }) => ({ order: { _id, itemId }, reason: problem })),
  };
}
