import { toDollars } from "~/features/fields";
import { pageOfDocs } from "~/features/pagination";
import { asciiDigits } from "~/features/ascii-digits";
import type { Db } from "~/platform/database/database.server";
import type { OrderRow } from "~/platform/database/tables";
import { lowestIdAt } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import { plusDays, startOfDay } from "~/platform/time-zone";
import type { OrdersQuery } from "./operator-schema";
import type { FoundOrder } from "./schema";
import { buyerOf } from "./order.server";

const ORDERS_A_PAGE = 20;
/** Refunds that came back and wait for an operator: the list shows the orders of the latest ones. */
const MOST_FAILED = 500;

/**
 * Orders that a number, an id, a mail address or a payment intent names; every order for an empty text. Each has an
 * index.
 */
function named(db: Db, q: string) {
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

/** The orders that `q` names: with `day` those of which `what` happened on it; with a failed refund on any day too. */
function matching({ db, config }: Pick<Services, "db" | "config">, { q, day, what }: Omit<OrdersQuery, "page">) {
  if (!day && what === "refund_failed")
    return named(db, q).where("_id", "in", (eb) =>
      eb
        .selectFrom("refunds")
        .select("refunds.orderId")
        .where("failedAt", "is not", null)
        .orderBy("failedAt", "desc")
        .limit(MOST_FAILED),
    );
  if (!day) return named(db, q);
  const [from, to] = [startOfDay(config.timeZone, day), startOfDay(config.timeZone, plusDays(day, 1))];
  if (what === "paid")
    return named(db, q).where("status", "=", "paid").where("paidAt", ">=", from).where("paidAt", "<", to);
  if (what === "unpaid")
    return named(db, q)
      .where("status", "in", ["released", "refused"])
      .where("createdAt", ">=", from)
      .where("createdAt", "<", to);
  return named(db, q).where("_id", "in", (eb) => {
    const refunds = eb.selectFrom("refunds").select("refunds.orderId");
    return what === "refund_failed"
      ? refunds.where("failedAt", ">=", from).where("failedAt", "<", to)
      : refunds.where("refunds._id", ">=", lowestIdAt(from)).where("refunds._id", "<", lowestIdAt(to));
  });
}

/** A page of the orders that match, newest first. */
export async function findOrders(
  services: Pick<Services, "db" | "config">,
  query: Omit<OrdersQuery, "page">,
  page: number,
) {
  const { n } = await matching(services, query)
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  const rows = await matching(services, query)
    .selectAll()
    .orderBy("createdAt", "desc")
    .orderBy("_id", "desc")
    .limit(ORDERS_A_PAGE)
    .offset((page - 1) * ORDERS_A_PAGE)
    .execute();
  return pageOfDocs(rows.map(toFound), page, ORDERS_A_PAGE, Number(n));
}

/** An order as lists for operators tell of each. */
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
