import { sql } from "kysely";
import { toDollars } from "~/features/fields";
import { foodIn } from "~/features/food-information/food-json";
import { buyerOf } from "~/features/orders/order.server";
import { pageOfDocs } from "~/features/pagination";
import type { Db } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { plusDays, startOfDay } from "~/platform/time-zone";
import { MOST_COUNTED, type Days, type Purchases } from "./schema";

const PURCHASES_A_PAGE = 20;

/** The purchases that are meant: of one product, paid on these days. */
export type Meant = Days & { productId: string };

/** The lines of paid orders with a product. The product's own index is used first. */
export function linesBought(db: Db, timeZone: string, { productId, since, until }: Meant) {
  let lines = db
    .selectFrom("orderLines as l")
    .innerJoin("orders as o", "o._id", "l.orderId")
    .where("l.productId", "=", productId)
    .where("o.status", "=", "paid");
  if (since) lines = lines.where("o.paidAt", ">=", startOfDay(timeZone, since));
  if (until) lines = lines.where("o.paidAt", "<", startOfDay(timeZone, plusDays(until, 1)));
  return lines;
}

/** A page of the purchases of a product, newest first, with totals of the newest MOST_COUNTED purchases. */
export async function purchasePage(
  { db, config: { timeZone } }: Pick<Services, "db" | "config">,
  period: Meant,
  page: number,
): Promise<Purchases> {
  const lines = linesBought(db, timeZone, period);
  const countQuery = lines
    .select(["o.buyerId", "l.quantity", "l.priceCents", "l.refundedQuantity", "l.refundedCents"])
    .orderBy("l._id", "desc")
    .limit(MOST_COUNTED);
  const totals = await db
    .selectFrom(countQuery.as("some"))
    .select((eb) => [
      eb.fn.countAll<number>().as("n"),
      eb.fn.count<number>("some.buyerId").distinct().as("buyers"),
      sql<number>`coalesce(sum("quantity"), 0)`.as("pieces"),
      sql<number>`coalesce(sum("quantity" * "priceCents" - "refundedCents"), 0)`.as("leftCents"),
    ])
    .executeTakeFirstOrThrow();
  const offset = (page - 1) * PURCHASES_A_PAGE;
  const rows = await lines
    .select([
      "o._id",
      "o.itemId",
      "o.paidAt",
      "o.buyer",
      "l.title",
      "l.food",
      "l.quantity",
      "l.refundedQuantity",
      "l.refundedCents",
      "l.priceCents",
    ])
    .orderBy("l._id", "desc")
    .limit(Math.min(PURCHASES_A_PAGE, Math.max(0, MOST_COUNTED - offset)))
    .offset(offset)
    .execute();
  const docs = rows.map(
    ({ _id, itemId, paidAt, buyer, title, food, quantity, refundedQuantity, refundedCents, priceCents }) => {
      const { firstName, lastName, email } = buyerOf({ buyer });
      return {
        _id,
        itemId,
        date: paidAt ?? "",
        buyer: { name: `${firstName} ${lastName}`.trim(), email },
        title,
        ...(food && { food: foodIn(food) }),
        quantity,
        refundedQuantity,
        left: toDollars(quantity * priceCents - refundedCents),
      };
    },
  );
  return {
    ...pageOfDocs(docs, page, PURCHASES_A_PAGE, Number(totals.n)),
    buyers: Number(totals.buyers),
    pieces: Number(totals.pieces),
    left: toDollars(Number(totals.leftCents)),
  };
}

/** A buyer with all purchases that are meant, oldest first. `first` is the line of the oldest purchase. */
export interface Reader {
  email: string;
  firstName: string;
  first: string;
  bought: { itemId: number; quantity: number }[];
}

/**
 * The buyers whose oldest purchase that is meant is among the `limit` lines after `cursor`, and the last of these
 * lines. Null if there are no lines. A buyer who has deleted the account is left out, because they cannot be written
 * to.
 */
export async function readersAfter(
  db: Db,
  timeZone: string,
  period: Meant,
  cursor: string,
  limit: number,
): Promise<{ readers: Reader[]; last: string } | null> {
  const lines = await linesBought(db, timeZone, period)
    .select(["l._id", "o.buyerId"])
    .where("l._id", ">", cursor)
    .orderBy("l._id")
    .limit(limit)
    .execute();
  const last = lines.at(-1)?._id;
  if (last === undefined) return null;
  const buyerIds = [...new Set(lines.flatMap((line) => line.buyerId ?? []))];
  if (buyerIds.length === 0) return { readers: [], last };
  let orders = db.selectFrom("users as u").innerJoin("orders as o", "o.buyerId", "u._id");
  if (period.since) orders = orders.where("o.paidAt", ">=", startOfDay(timeZone, period.since));
  if (period.until) orders = orders.where("o.paidAt", "<", startOfDay(timeZone, plusDays(period.until, 1)));
  const purchases = await orders
    .crossJoin("orderLines as l")
    .whereRef("l.orderId", "=", "o._id")
    // Looks among the lines of each order, not of the product: the expression keeps SQLite from going through all
    // purchases of the product.
    .where(sql<string>`${sql.ref("l.productId")} || ''`, "=", period.productId)
    .select(["l._id", "l.quantity", "o.itemId", "u._id as buyerId", "u.email", "u.firstName"])
    .where("u._id", "in", buyerIds)
    .where("u.email", "is not", null)
    .where("o.status", "=", "paid")
    .orderBy("l._id")
    .execute();
  const byBuyer = new Map<string, Reader>();
  for (const { _id, quantity, itemId, buyerId, email, firstName } of purchases) {
    const reader = byBuyer.get(buyerId) ?? { email: email ?? "", firstName, first: _id, bought: [] };
    reader.bought.push({ itemId, quantity });
    byBuyer.set(buyerId, reader);
  }
  const lineIds = new Set(lines.map((line) => line._id));
  return { readers: [...byBuyer.values()].filter((reader) => lineIds.has(reader.first)), last };
}
