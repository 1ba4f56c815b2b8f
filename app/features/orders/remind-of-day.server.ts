import { dueCentsOf } from "~/features/collection-payments/due.server";
import { sql } from "kysely";
import { storeNamesOf } from "~/features/delivery/collections-schema";
import { firstOrderOf } from "~/features/delivery/slot-orders.server";
import { markReminded } from "~/features/delivery/parts-to-remind.server";
import { partDeliveryOf } from "~/features/delivery/part-deliveries.server";
import type { PartDelivery } from "~/features/delivery/schema";
import { codeInHalves, timeInWords, wayAndTimeInWords } from "~/features/delivery/words-schema";
import { tellByPush } from "~/features/push/tell.server";
import { timestamp } from "~/platform/clock";
import { inTransaction } from "~/platform/database/database.server";
import type { PartDeliveryRow } from "~/platform/database/tables";
import type { RecurringJob } from "~/platform/jobs/jobs.server";
import { mailTo } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";
import { dayIn, instantIn, plusDays } from "~/platform/time-zone";
import { readersOf } from "./reader.server";

const money = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const dollars = (cents: number) => money.format(cents / 100);

const MOST_AT_ONCE = 100;
/** Hours of the day, in the marketplace's time zone, within which people are written to. */
const CIVIL = { from: "09:00", to: "20:00" };
/** An order paid less than this many hours ago needs no reminder: its buyer has just read the day. */
const JUST_PAID_HOURS = 12;

/**
 * Reminds buyers by mail and in their browsers, on the day before, of goods that they collect or that come to them;
 * once for each day.
 */
export const remindOfDay: RecurringJob = {
  kind: "orders.remind",
  everySeconds: 900,
  async handle(services) {
    const { clock, config } = services;
    const today = dayIn(config.timeZone, clock.now());
    const [begin, end] = [CIVIL.from, CIVIL.to].map((time) => instantIn(config.timeZone, today, time).toISOString());
    const now = timestamp(clock);
    if (now < begin! || now >= end!) return;
    while ((await remindSome(services, plusDays(today, 1))) === MOST_AT_ONCE);
  },
};

/**
 * Marks the parts of some orders of a day as reminded and writes their mails, in one transaction. Parts that are
 * collected together get one mail. Returns how many orders there were; orders that are handed over together count as
 * one.
 */
async function remindSome(services: Services, day: string): Promise<number> {
  const { db, clock, config } = services;
  return inTransaction(db, async (trx) => {
    const ways = await markReminded(trx, { day, at: timestamp(clock), limit: MOST_AT_ONCE });
    if (ways.length === 0) return 0;
    const parts = await trx
      .selectFrom("orderParts as p")
      .innerJoin("orders as o", "o._id", "p.orderId")
      .leftJoin("stores as s", "s.userId", "p.merchantId")
      .select(["p._id", "o._id as orderId", "o.itemId", "o.buyerId"])
      .select(["p.statusText", "p.amountCents", "p.refundedCents", "p.isUnpaid"])
      .select(["p.deliveryFeeCents", "p.deliveryFeeRefundId"])
      .select((eb) => eb.fn.coalesce("s.storeName", sql<string>`''`).as("storeName"))
      .where(
        "p._id",
        "in",
        ways.map(({ partId }) => partId),
      )
      .where("p.statusText", "in", ["Processing", "Shipped"])
      .where("p.paidAt", "<=", timestamp(clock, -JUST_PAID_HOURS * 3600))
      .orderBy("p._id")
      .execute();
    const readerFor = await readersOf(trx, parts);
    const toCollect = parts.flatMap((part) => {
      const way = ways.find(({ partId }) => partId === part._id);
      return way
        ? [{ ...part, joinedTo: way.joinedTo, merchantId: way.merchantId, delivery: partDeliveryOf(way) }]
        : [];
    });
    for (const group of handOversOf(toCollect)) {
      const [{ delivery, itemId, orderId }] = group;
      const addedNumbers = [...new Set(group.map((part) => part.itemId))].filter((number) => number !== itemId);
      const isCollected = delivery.kind === "collection";
      const dueCents = group.reduce((sum, part) => sum + dueCentsOf(part), 0);
      await mailTo(
        trx,
        services,
        readerFor(group[0]),
        `Order #${itemId}: ${isCollected ? "collect it tomorrow" : "it comes tomorrow"}, ${timeInWords(delivery)}`,
        [
          `${storeNamesOf(group)}: ${wayAndTimeInWords(delivery)}.`,
          ...addedNumbers.map((number) => `It is handed over together with order #${number}.`),
          ...[delivery.address, delivery.directions].filter(Boolean),
          ...(delivery.code ? [`Say or show your code: ${codeInHalves(delivery.code)}.`] : []),
          ...(dueCents > 0 ? [`Bring ${dollars(dueCents)}: it is paid when you collect.`] : []),
          { button: "Open your order", href: `${config.publicUrl}/customer/order_history/${orderId}` },
        ],
      );
    }
    const dueTomorrow = [...new Map(toCollect.map((part) => [firstOrderOf(part), part])).values()];
    await tellByPush(
      trx,
      services,
      "order tomorrow",
      dueTomorrow.map(({ orderId, buyerId }) => ({ userId: buyerId, path: `/customer/order_history/${orderId}` })),
    );
    return new Set(ways.map(firstOrderOf)).size;
  });
}

type Part = Pick<PartDeliveryRow, "joinedTo" | "orderId" | "merchantId"> & { delivery: PartDelivery };

/** Groups parts, in their order: parts that are handed over together form one group. */
function handOversOf<P extends Part>(parts: readonly P[]): [P, ...P[]][] {
  const groups = new Map<string, [P, ...P[]]>();
  for (const part of parts) {
    const key = [firstOrderOf(part), part.delivery.marketDay ?? part.merchantId, part.delivery.from].join(" ");
    const group = groups.get(key);
    if (group) group.push(part);
    else groups.set(key, [part]);
  }
  return [...groups.values()];
}
