import { toDollars } from "~/features/fields";
import { timestamp } from "~/platform/clock";
import type { Services } from "~/platform/services.server";
import { TAKE_BACK_SECONDS } from "./close-time.server";
import { unknownClosedTime } from "./errors.server";
import type { ClosedTime } from "./schema";
import { targetOf } from "./steps.server";
import { closedTimesOf, ordersOfStall } from "./time-owner.server";

const MOST_FAILED = 100;

/**
 * A closed time and the progress of its orders, for a merchant or, without one, for the market's team. A merchant whose
 * orders the market has moved sees their progress but no sums, because the sums include other stalls. Runs three
 * statements. Refuses `unknown_closed_time`.
 */
export async function closedTimeProgress(
  { db, clock }: Pick<Services, "db" | "clock">,
  merchant: { merchantId: string } | null,
  closedTimeId: string,
): Promise<ClosedTime> {
  const closing = await (
    merchant
      ? closedTimesOf(db, merchant)
      : db.selectFrom("closedTimes as c").selectAll("c").where("c.isByMarket", "=", 1)
  )
    .where("c._id", "=", closedTimeId)
    .executeTakeFirst();
  if (!closing) throw unknownClosedTime();
  const isByMarket = closing.isByMarket === 1;
  const isOfStall = merchant !== null && isByMarket;
  const orders = db
    .selectFrom("closedTimeOrders as c")
    .where("c.closedTimeId", "=", closedTimeId)
    .$if(isOfStall, (query) =>
      query.where(
        "c.partId",
        "in",
        ordersOfStall(db, merchant?.merchantId ?? "")
          .where("o.closedTimeId", "=", closedTimeId)
          .select("o.partId"),
      ),
    );
  const states = await orders
    .select("c.state")
    .select((eb) => [eb.fn.countAll<number>().as("orders"), eb.fn.sum<number>("c.amountCents").as("amountCents")])
    .groupBy("c.state")
    .execute();
  const failed = await orders
    .innerJoin("orders as o", "o._id", "c.orderId")
    .select(["o._id", "o.itemId", "c.problem"])
    .where("c.state", "=", "failed")
    .orderBy("c.partId")
    .limit(MOST_FAILED)
    .execute();
  const ordersIn = (...names: (typeof states)[number]["state"][]) =>
    states.filter(({ state }) => names.includes(state)).reduce((sum, row) => sum + Number(row.orders), 0);
  const isTakenBack = closing.takenBackAt !== null;
  const target = targetOf(closing);
  const takeBackUntil = new Date(Date.parse(closing.createdAt) + TAKE_BACK_SECONDS * 1000).toISOString();
  return {
    _id: closing._id,
    method: closing.methodId,
    marketDay: closing.isMarketDay === 1,
    byMarket: isByMarket,
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
    mayTakeBack: !isOfStall && !isTakenBack && takeBackUntil > timestamp(clock),
    takenBackAt: closing.takenBackAt,
    total: states.reduce((sum, row) => sum + Number(row.orders), 0),
    amount: toDollars(isOfStall ? 0 : closing.amountCents),
    // After an undo, the buyers who were told wait for the second letter.
    waiting: isTakenBack ? ordersIn("told", "coming") : ordersIn("waiting"),
    told: isTakenBack ? 0 : ordersIn("told"),
    coming: isTakenBack ? 0 : ordersIn("coming"),
    givenBack: ordersIn("given_back"),
    givenBackAmount: toDollars(
      isOfStall ? 0 : states.reduce((sum, { amountCents }) => sum + Number(amountCents ?? 0), 0),
    ),
    leftOut: ordersIn("left_out", "replaced"),
    stays: ordersIn("stays"),
    failed: failed.map(({ _id, itemId, problem }) => ({ order: { _id, itemId }, reason: problem })),
  };
}
