import { sql } from "kysely";
import { lockUser } from "~/features/accounts/lock-user.server";
import type { MethodOfMerchant } from "~/features/delivery/method-of-merchant.server";
import { methodsOf } from "~/features/delivery/methods.server";
import { timeRefused } from "~/features/delivery/errors.server";
import { slotAt } from "~/features/delivery/options.server";
import { closeTimeOfPlan } from "~/features/delivery/plan-of-day.server";
import { reservePlaces } from "~/features/delivery/slot-orders.server";
import type { DaySlot } from "~/features/delivery/times";
import { toCents } from "~/features/fields";
import { timestamp } from "~/platform/clock";
import type { Trx } from "~/platform/database/database.server";
import { isDuplicate } from "~/platform/database/duplicates";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import { instantIn } from "~/platform/time-zone";
import {
  closedAlready,
  marketDayStays,
  nobodyOrdered,
  ordersChanged,
  sameTime,
  timeOver,
  tooFewPlaces,
  unknownClosedTime,
} from "./errors.server";
import { goOn } from "./go-on.server";
import { countedTimes, partsOfTime } from "./orders-of-time.server";
import type { CloseTime } from "./schema";

/** A closed time can be taken back for an hour; money goes back after it. */
export const TAKE_BACK_SECONDS = 3600;

/**
 * A merchant closes a time with all of its orders. Nothing is ordered for it any more; a job tells each buyer once and
 * moves their order, or gives the money back an hour later. The places at the other time are reserved at once, for
 * all. Answers the closed time's id. Refuses `nobody_ordered`, `time_over`, `orders_changed` where other numbers were shown,
 * `time_closed_already`, `market_day_stays`, `same_time`, `way_closed`, `too_few_places`.
 */
export async function closeTime(services: Services, merchantId: string, request: CloseTime): Promise<string> {
  const { method: methodId, day, from, next } = request;
  return inTransactionOnce(services, async (trx) => {
    // Two tabs come one after the other.
    await lockUser(trx, services, merchantId);
    const isClosed = await trx
      .selectFrom("closedTimes")
      .select("_id")
      .where("merchantId", "=", merchantId)
      .where("methodId", "=", methodId)
      .where("day", "=", day)
      .where("startTime", "=", from)
      .where("isOpen", "=", 1)
      .executeTakeFirst();
    if (isClosed) throw closedAlready();
    const time = (await countedTimes(trx, merchantId, day)).find(
      (each) => each.method === methodId && each.from === from,
    );
    if (!time) throw nobodyOrdered();
    const endsAt = instantIn(services.config.timeZone, day, time.to).toISOString();
    if (endsAt <= timestamp(services.clock)) throw timeOver();
    if (time.orders !== request.orders || toCents(time.amount) !== toCents(request.amount)) throw ordersChanged();
    if (next === "move" && time.marketDay) throw marketDayStays();

    const target = next === "move" ? await timeToMoveTo(trx, services, merchantId, request) : null;
    const _id = newId(services.clock.now());
    const plan = time.marketDay ? null : await closeTimeOfPlan(trx, services, { merchantId, methodId, day, from });
    await trx
      .insertInto("closedTimes")
      .values({
        _id,
        merchantId,
        methodId,
        kind: time.kind,
        name: time.name,
        isMarketDay: time.marketDay ? 1 : 0,
        day,
        startTime: from,
        endTime: time.to,
        endsAt,
        planOfDay: plan && JSON.stringify(plan),
        next,
        toDay: target?.day ?? null,
        toStart: target?.from ?? null,
        toEnd: target?.to ?? null,
        toCutOffAt: target?.cutOffAt ?? null,
        silent: next === "move" ? request.silent : "money_back",
        reason: request.reason,
        orders: time.orders,
        amountCents: toCents(time.amount),
        createdAt: timestamp(services.clock),
        settleAt: settleAtOf(services, request, target),
        takenBackAt: null,
        isOpen: 1,
      })
      .execute();
    const orders = await listOrders(trx, { _id, merchantId, methodId, day, startTime: from });
    if (orders !== time.orders) throw ordersChanged();
    const placesLeft = target && (await reservePlaces(trx, services, placeOf(methodId, target), orders));
    if (placesLeft !== null) throw tooFewPlaces(placesLeft, orders);
    await goOn.enqueue(trx, services, { closedTimeId: _id });
    return _id;
  }).catch((error: unknown) => {
    throw isDuplicate(error, "closedTimesOnce") ? closedAlready() : error;
  });
}

const placeOf = (methodId: string, { day, from, capacity }: DaySlot) => ({ methodId, day, startTime: from, capacity });

/** Silence is an answer after the days that the merchant chose, and once the new time begins. */
function settleAtOf({ clock }: Services, { answerDays }: CloseTime, target: DaySlot | null): string {
  if (!target) return timestamp(clock, TAKE_BACK_SECONDS);
  const lastMoment = timestamp(clock, answerDays * 86_400);
  return target.startsAt < lastMoment ? target.startsAt : lastMoment;
}

async function timeToMoveTo(
  trx: Trx,
  services: Services,
  merchantId: string,
  { method: methodId, day, from, time }: CloseTime,
): Promise<DaySlot> {
  const [toDay = "", toStart = ""] = time.split("T");
  if (toDay === day && toStart === from) throw sameTime();
  const method = (await methodsOf(trx, [merchantId])).find(
    (each): each is MethodOfMerchant => each._id === methodId && each.active,
  );
  const store = await trx
    .selectFrom("stores")
    .select(["holidayFrom", "holidayUntil"])
    .where("userId", "=", merchantId)
    .executeTakeFirst();
  const slot = method && slotAt(services, method, store, { day: toDay, from: toStart });
  if (!slot) throw timeRefused("way_closed", "The stall is not open at that time.");
  return slot;
}

interface ListedTime {
  _id: string;
  merchantId: string;
  methodId: string;
  day: string;
  startTime: string;
}

/**
 * Lists the orders of a closed time that are not in its list yet. An earlier closing whose new time this is has no say
 * over them any more. Two statements, however many.
 */
export async function listOrders(trx: Trx, { _id, merchantId, methodId, day, startTime }: ListedTime): Promise<number> {
  const parts = partsOfTime(trx, merchantId, day)
    .where("d.methodId", "=", methodId)
    .where("d.startTime", "=", startTime)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("closedTimeOrders as o")
            .select("o.partId")
            .whereRef("o.partId", "=", "d.partId")
            .where("o.closedTimeId", "=", _id),
        ),
      ),
    );
  await trx
    .updateTable("closedTimeOrders")
    .set({ state: "replaced" })
    .where("state", "in", ["told", "coming"])
    .where("partId", "in", parts.select("d.partId"))
    .execute();
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("closedTimeOrders")
    .columns(["closedTimeId", "partId", "orderId", "endTime", "cutOffAt", "state", "amountCents", "problem"])
    .expression(
      parts.select([
        sql<string>`cast(${_id} as text)`.as("closedTimeId"),
        "d.partId",
        "d.orderId",
        "d.endTime",
        "d.cutOffAt",
        sql<string>`'waiting'`.as("state"),
        sql<number>`0`.as("amountCents"),
        sql<string>`''`.as("problem"),
      ]),
    )
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows ?? 0);
}

/** A closed time of a merchant. Refuses `unknown_closed_time`. */
export async function closedTimeOfMerchant(db: Pick<Trx, "selectFrom">, merchantId: string, closedTimeId: string) {
  const row = await db
    .selectFrom("closedTimes")
    .selectAll()
    .where("_id", "=", closedTimeId)
    .where("merchantId", "=", merchantId)
    .executeTakeFirst();
  if (!row) throw unknownClosedTime();
  return row;
}
