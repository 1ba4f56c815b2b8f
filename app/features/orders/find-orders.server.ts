import { readChangeCursor } from "~/features/cursor.server";
import { toDollars } from "~/features/fields";
import { pageOfDocs } from "~/features/pagination";
import { asciiDigits } from "~/features/ascii-digits";
import type { Db } from "~/platform/database/database.server";
import type { OrderRow } from "~/platform/database/tables";
import { lowestIdAt } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import { plusDays, startOfDay } from "~/platform/time-zone";
import { changedOrders } from "./orders-by-change.server";
import type { ListedOrder, OrdersQuery } from "./operator-schema";
import type { FoundOrder } from "./schema";
import { buyerOf } from "./order.server";

const ORDERS_A_PAGE = 20;
const BY_CHANGE = "all orders changed";
/** The list of failed refunds that wait for an operator shows the orders of the latest ones, up to this many. */
const MOST_FAILED = 500;

/**
 * Orders with this number, id, buyer's mail address or payment intent; every order for an empty text. Each lookup uses
 * an index.
 */
function matchingOrders(db: Db, q: string) {
  const orders = db.selectFrom("orders");
  const number = /^#?(\d{1,12})$/.exec(asciiDigits(q))?.[1];
  if (q === "") return orders;
  if (number) return orders.where("itemId", "=", Number(number));
  if (q.includes("@"))
    return orders.where("buyerId", "=", (eb) =>
      eb.selectFrom("users").select("users._id").where("email", "=", q.toLowerCase()),
    );
  if (/^[0-9a-f]{24}$/.test(q)) return orders.where("_id", "=", q);
  return orders.where("intentId", "=", q);
}

/**
 * The orders that `q` names. With `day`, only orders to which `what` happened on that day. Failed refunds are also
 * found without a day.
 */
function matching(
  { db, config }: Pick<Services, "db" | "config">,
  { q, day, what }: Pick<OrdersQuery, "q" | "day" | "what">,
) {
  if (!day && what === "refund_failed")
    return matchingOrders(db, q).where("_id", "in", (eb) =>
      eb
        .selectFrom("refunds")
        .select("refunds.orderId")
        .where("failedAt", "is not", null)
        .orderBy("failedAt", "desc")
        .limit(MOST_FAILED),
    );
  if (!day) return matchingOrders(db, q);
  const [from, to] = [startOfDay(config.timeZone, day), startOfDay(config.timeZone, plusDays(day, 1))];
  if (what === "paid")
    return matchingOrders(db, q).where("status", "=", "paid").where("paidAt", ">=", from).where("paidAt", "<", to);
  if (what === "unpaid")
    return matchingOrders(db, q)
      .where("status", "in", ["released", "refused"])
      .where("createdAt", ">=", from)
      .where("createdAt", "<", to);
  return matchingOrders(db, q).where("_id", "in", (eb) => {
    const refunds = eb.selectFrom("refunds").select("refunds.orderId");
    return what === "refund_failed"
      ? refunds.where("failedAt", ">=", from).where("failedAt", "<", to)
      : refunds.where("refunds._id", ">=", lowestIdAt(from)).where("refunds._id", "<", lowestIdAt(to));
  });
}

/** The most orders by state, stall or age that are counted and listed. */
const MOST_LISTED = 2000;
const DAY_MS = 86_400_000;

type Place = Pick<Services, "db" | "config" | "clock">;
type Query = OrdersQuery;

const standingOf = ({ state, age }: Pick<Query, "state" | "age">) => state || (age ? "Processing" : "");

/** Paid parts by state, stall and age. */
function partsStanding({ db, clock }: Place, { state, stall, age }: Query) {
  const standing = standingOf({ state, age });
  let query = db.selectFrom("orderParts as p").where("p.paidAt", "is not", null);
  if (standing) query = query.where("p.statusText", "=", standing);
  if (stall) query = query.where("p.merchantId", "=", stall);
  if (age) query = query.where("p.paidAt", "<=", new Date(clock.now().getTime() - Number(age) * DAY_MS).toISOString());
  return query;
}

/** The order ids of the parts that `partsStanding` selects, each once. Each combination of filters has an index. */
function partsAs(place: Place, filters: Query) {
  const { stall, age } = filters;
  let query = partsStanding(place, filters);
  if (standingOf(filters) && !stall)
    query = query.where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("orderParts as earlier")
            .select("earlier._id")
            .whereRef("earlier.orderId", "=", "p.orderId")
            .whereRef("earlier.statusText", "=", "p.statusText")
            .whereRef("earlier._id", "<", "p._id"),
        ),
      ),
    );
  const direction = age ? ("asc" as const) : ("desc" as const);
  return query.select("p.orderId").orderBy("p.paidAt", direction).orderBy("p._id", direction);
}

/** A page of the orders by state, stall and age. */
async function ordersByPart(place: Place, query: Query) {
  const { page, limit = ORDERS_A_PAGE } = query;
  const { n } = await place.db
    .selectFrom(partsAs(place, query).limit(MOST_LISTED).as("counted"))
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  const total = Number(n);
  const ids = (
    await partsAs(place, query)
      .limit(Math.max(0, Math.min(limit, MOST_LISTED - (page - 1) * limit)))
      .offset((page - 1) * limit)
      .execute()
  ).map(({ orderId }) => orderId);
  const rows = ids.length > 0 ? await place.db.selectFrom("orders").selectAll().where("_id", "in", ids).execute() : [];
  const byId = new Map(rows.map((row) => [row._id, row]));
  const inTheirOrder = ids.flatMap((id) => byId.get(id) ?? []);
  return pageOfDocs(await withParts(place.db, inTheirOrder), page, limit, total);
}

/** The orders with the stalls of their parts. One statement. */
async function withParts(db: Db, rows: OrderRow[]): Promise<ListedOrder[]> {
  const ids = rows.map(({ _id }) => _id);
  const parts =
    ids.length > 0
      ? await db
          .selectFrom("orderParts as p")
          .innerJoin("stores as s", "s.userId", "p.merchantId")
          .select(["p.orderId", "p.merchantId", "s.storeName", "p.statusText"])
          .where("p.orderId", "in", ids)
          .execute()
      : [];
  return rows.map((row) => ({
    ...toFound(row),
    parts: parts.flatMap(({ orderId, merchantId, storeName, statusText }) =>
      orderId === row._id ? [{ merchant: merchantId, storeName, statusText }] : [],
    ),
  }));
}

/** A page of the orders that match and were changed since a moment, oldest change first. */
async function ordersChangedSince(place: Place, query: Query & { updatedSince: string }) {
  const { q, day, what, state, stall, age } = query;
  const byPart = state || stall || age;
  const changed = await changedOrders(place.db, BY_CHANGE, query, ORDERS_A_PAGE, (orders) =>
    orders
      .$if(Boolean(q || day || what === "refund_failed"), (rows) =>
        rows.where("o._id", "in", matching(place, query).select("_id")),
      )
      .$if(Boolean(byPart), (rows) => rows.where("o._id", "in", partsStanding(place, query).select("p.orderId"))),
  );
  return { ...changed, docs: await withParts(place.db, changed.docs) };
}

/**
 * A page of the orders that match, newest first; with an age, oldest first. A search text or a day takes precedence
 * over state, stall and age.
 */
export async function findOrders(services: Place, query: Query) {
  const { page, q, day, what, state, stall, age, updatedSince, limit = ORDERS_A_PAGE } = query;
  if (updatedSince !== undefined) return ordersChangedSince(services, { ...query, updatedSince });
  readChangeCursor(BY_CHANGE, query);
  if (!q && !day && what !== "refund_failed" && (state || stall || age)) return ordersByPart(services, query);
  const { n } = await matching(services, query)
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  const rows = await matching(services, query)
    .selectAll()
    .orderBy("createdAt", "desc")
    .orderBy("_id", "desc")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return pageOfDocs(await withParts(services.db, rows), page, limit, Number(n));
}

/** An order as the lists for operators show it. */
export function toFound(row: OrderRow): FoundOrder {
  const { firstName, lastName, email } = buyerOf(row);
  return {
    _id: row._id,
    itemId: row.itemId,
    createdAt: row.createdAt,
    date: row.paidAt,
    amount: toDollars(row.amountCents),
    isCompleted: row.isCompleted === 1,
    status: row.status,
    dispute: row.disputedAt === null ? null : row.disputeEndedAt === null ? "open" : "lost",
    buyer: { name: `${firstName} ${lastName}`.trim(), email },
  };
}
