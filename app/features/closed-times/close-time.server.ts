import { sql } from "kysely";
import { lockUser } from "~/features/accounts/lock-user.server";
import { audit } from "~/features/audit/audit.server";
import { methodsOf } from "~/features/delivery/methods.server";
import { timeRefused } from "~/features/delivery/errors.server";
import { slotAt } from "~/features/delivery/options.server";
import { closeTimeOfPlan } from "~/features/delivery/plan-of-day.server";
import { holdMarketDay } from "~/features/delivery/save-market-day.server";
import { reservePlaces } from "~/features/delivery/slot-orders.server";
import type { DaySlot } from "~/features/delivery/times";
import { timeInWords } from "~/features/delivery/words-schema";
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
import { mailStallsClosed } from "./mails.server";
import { countedTimes, partsOfTime, stallsOfTime } from "./orders-of-time.server";
import type { CloseTime } from "./schema";
import { closedTimesOf, type Closer, type TimeOwner } from "./time-owner.server";

/** A closed time can be undone for an hour. Money is refunded after that. */
export const TAKE_BACK_SECONDS = 3600;

/**
 * Closes a time with all of its orders: a merchant one of their own, an operator one of a market day with the orders of
 * all its stalls. Nothing can be ordered for it any more. A job tells each buyer once and moves their order, or refunds
 * it an hour later. The places at the other time are reserved at once for all orders. Returns the closed time's id.
 * Refuses `nobody_ordered`, `time_over`, `orders_changed` if other numbers were shown, `time_closed_already`,
 * `market_day_stays`, `same_time`, `way_closed`, `too_few_places`.
 */
export async function closeTime(services: Services, closer: Closer, request: CloseTime): Promise<string> {
  const { method: methodId, day, from, next } = request;
  const isByMarket = "marketDayId" in closer;
  return inTransactionOnce(services, async (trx) => {
    // The locks make two tabs run one after the other, and so a stall and the market.
    if (!isByMarket) await lockUser(trx, services, closer.merchantId);
    await holdMarketDay(trx, services, methodId);
    const isClosed = await closedTimesOf(trx, closer)
      .where("c.methodId", "=", methodId)
      .where("c.day", "=", day)
      .where("c.startTime", "=", from)
      .where("c.isOpen", "=", 1)
      .executeTakeFirst();
    if (isClosed) throw closedAlready();
    const time = (await countedTimes(trx, closer, day)).find(
      (countedTime) => countedTime.method === methodId && countedTime.from === from,
    );
    if (!time) throw nobodyOrdered();
    const endsAt = instantIn(services.config.timeZone, day, time.to).toISOString();
    if (endsAt <= timestamp(services.clock)) throw timeOver();
    if (time.orders !== request.orders || toCents(time.amount) !== toCents(request.amount)) throw ordersChanged();
    if (next === "move" && time.marketDay && !isByMarket) throw marketDayStays();

    const merchantIds = await stallsOfTime(trx, closer, request);
    const target = next === "move" ? await timeToMoveTo(trx, services, merchantIds, request) : null;
    const _id = newId(services.clock.now());
    const planOf = isByMarket ? closer : { merchantId: closer.merchantId, methodId };
    const isPlanChanged = isByMarket || !time.marketDay;
    const plan = isPlanChanged ? await closeTimeOfPlan(trx, services, planOf, { day, from }) : null;
    await trx
      .insertInto("closedTimes")
      .values({
        _id,
        merchantId: isByMarket ? closer.operator._id : closer.merchantId,
        methodId,
        kind: time.kind,
        name: time.name,
        isMarketDay: time.marketDay ? 1 : 0,
        isByMarket: isByMarket ? 1 : 0,
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
    const orders = await listOrders(trx, closer, { _id, methodId, day, startTime: from });
    if (orders !== time.orders) throw ordersChanged();
    const placesLeft = target && (await reservePlaces(trx, services, placeOf(methodId, target), orders));
    if (placesLeft !== null) throw tooFewPlaces(placesLeft, orders);
    await goOn.enqueue(trx, services, { closedTimeId: _id });
    if (isByMarket) {
      await audit(trx, services, closer.operator, "market_day.time_closed", time.name, {
        marketDay: methodId,
        time: timeInWords({ day, from, to: time.to }),
        orders,
        amount: time.amount,
        ...(target && { movedTo: timeInWords(target) }),
        reason: request.reason,
      });
      await mailStallsClosed(
        trx,
        services,
        merchantIds,
        { name: time.name, day, from, to: time.to },
        target,
        request.reason,
      );
    }
    return _id;
  }).catch((error: unknown) => {
    const isClosedAlready = isDuplicate(error, "closedTimesOnce") || isDuplicate(error, "closedTimesOnceByMarket");
    throw isClosedAlready ? closedAlready() : error;
  });
}

const placeOf = (methodId: string, { day, from, capacity }: DaySlot) => ({ methodId, day, startTime: from, capacity });

/** A buyer's silence is an answer after the days that the merchant chose, or earlier when the new time begins. */
function settleAtOf({ clock }: Services, { answerDays }: CloseTime, target: DaySlot | null): string {
  if (!target) return timestamp(clock, TAKE_BACK_SECONDS);
  const lastMoment = timestamp(clock, answerDays * 86_400);
  return target.startsAt < lastMoment ? target.startsAt : lastMoment;
}

async function timeToMoveTo(
  trx: Trx,
  services: Services,
  merchantIds: string[],
  { method: methodId, day, from, time }: CloseTime,
): Promise<DaySlot> {
  const [toDay = "", toStart = ""] = time.split("T");
  if (toDay === day && toStart === from) throw sameTime();
  const methods = await methodsOf(trx, merchantIds);
  const stores = await trx
    .selectFrom("stores")
    .select(["userId", "storeName", "holidayFrom", "holidayUntil"])
    .where("userId", "in", merchantIds)
    .execute();
  const slots = merchantIds.map((merchantId): DaySlot => {
    const method = methods.find(
      (candidate) => candidate._id === methodId && candidate.active && candidate.merchantId === merchantId,
    );
    const store = stores.find(({ userId }) => userId === merchantId);
    const slot = method && slotAt(services, method, store, { day: toDay, from: toStart });
    if (!slot) throw timeRefused("way_closed", `${store?.storeName || "The stall"} is not open at that time.`);
    return slot;
  });
  return slots[0]!;
}

interface ListedTime {
  _id: string;
  methodId: string;
  day: string;
  startTime: string;
}

/**
 * Lists the orders of a closed time that are not in its list yet, each once. An earlier closing that moved orders to
 * this time no longer decides about them. The exception is a closing by the market when a stall refunds its own part.
 * Runs two statements, however many orders. Returns how many were added.
 */
export async function listOrders(
  trx: Trx,
  owner: TimeOwner,
  { _id, methodId, day, startTime }: ListedTime,
): Promise<number> {
  const parts = partsOfTime(trx, owner, day)
    .where("d.methodId", "=", methodId)
    .where("d.startTime", "=", startTime)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("closedTimeOrders as o")
            .select("o.partId")
            .whereRef("o.orderId", "=", "d.orderId")
            .where("o.closedTimeId", "=", _id),
        ),
      ),
    );
  await trx
    .updateTable("closedTimeOrders")
    .set({ state: "replaced" })
    .where("state", "in", ["told", "coming"])
    .where("partId", "in", parts.select("d.partId"))
    .$if("merchantId" in owner, (query) =>
      query.where("closedTimeId", "in", trx.selectFrom("closedTimes").select("_id").where("isByMarket", "=", 0)),
    )
    .execute();
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("closedTimeOrders")
    .columns(["closedTimeId", "partId", "orderId", "endTime", "cutOffAt", "state", "amountCents", "problem"])
    .expression(
      parts
        .groupBy("d.orderId")
        .select((eb) => [
          sql<string>`cast(${_id} as text)`.as("closedTimeId"),
          eb.fn.min("d.partId").as("partId"),
          "d.orderId",
          eb.fn.max("d.endTime").as("endTime"),
          eb.fn.max("d.cutOffAt").as("cutOffAt"),
          sql<string>`'waiting'`.as("state"),
          sql<number>`0`.as("amountCents"),
          sql<string>`''`.as("problem"),
        ]),
    )
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows ?? 0);
}

/** A closed time that the caller may undo. Refuses `unknown_closed_time`. */
export async function closedTimeOf(
  db: Pick<Trx, "selectFrom">,
  closer: { merchantId: string } | null,
  closedTimeId: string,
) {
  const rows = db.selectFrom("closedTimes").selectAll().where("_id", "=", closedTimeId);
  const row = await (
    closer
      ? rows.where("isByMarket", "=", 0).where("merchantId", "=", closer.merchantId)
      : rows.where("isByMarket", "=", 1)
  ).executeTakeFirst();
  if (!row) throw unknownClosedTime();
  return row;
}
