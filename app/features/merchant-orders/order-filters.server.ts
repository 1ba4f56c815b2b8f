import { sql, type Expression, type ExpressionBuilder, type SqlBool } from "kysely";
import { asciiDigits } from "~/features/ascii-digits";
import type { Db } from "~/platform/database/database.server";
import { asInName, containing } from "~/platform/database/dialects/dialect";
import type { OrderPartRow, OrderRow } from "~/platform/database/tables";
import { fold } from "~/platform/folding";
import { startOfDay, plusDays } from "~/platform/time-zone";
import type { OrderFilters } from "./schema";

/* SQL conditions for a merchant's filters and search words, on an order and on the merchant's part of it. */

/**
 * The condition of the filters that need only a part. Days are the marketplace's, and those on which parts were paid.
 * `isChosen`: the orders are known, so SQLite must not go through all parts of the merchant instead.
 */
export function partFilter(
  merchantId: string,
  { status, since, until, externalId }: OrderFilters,
  timeZone: string,
  isChosen = false,
) {
  return (eb: ExpressionBuilder<{ p: OrderPartRow }, "p">): Expression<SqlBool> =>
    eb.and([
      eb(isChosen ? sql<string>`${eb.ref("p.merchantId")} || ''` : "p.merchantId", "=", merchantId),
      eb("p.paidAt", "is not", null),
      ...(externalId === undefined ? [] : [eb("p.externalId", "=", externalId)]),
      ...(status ? [eb("p.statusText", "=", status)] : []),
      ...(since ? [eb("p.paidAt", ">=", startOfDay(timeZone, since))] : []),
      ...(until ? [eb("p.paidAt", "<", startOfDay(timeZone, plusDays(until, 1)))] : []),
    ]);
}

/** A merchant's paid parts that match the filters. The condition of a search is checked on each of them. */
export function filtered(db: Db, merchantId: string, filters: OrderFilters, timeZone: string) {
  const query = db
    .selectFrom("orderParts as p")
    .innerJoin("orders as o", "o._id", "p.orderId")
    .where(partFilter(merchantId, filters, timeZone));
  return query.where(customerFilter(filters));
}

/** The order number, if the search text is one. */
export const numberIn = ({ q }: OrderFilters) => /^#?(\d{1,12})$/.exec(asciiDigits(q))?.[1];
/** The words of a search, folded: ten at the most. */
export const wordsIn = ({ q }: OrderFilters) => fold(q).split(" ").filter(Boolean).slice(0, 10);

/**
 * The condition of a search on an order: its number, or words that each begin a word of its buyer's name or mail
 * address.
 */
export function customerFilter(filters: OrderFilters) {
  const number = numberIn(filters);
  if (number) return (eb: ExpressionBuilder<{ o: OrderRow }, "o">) => eb("o.itemId", "=", Number(number));
  return (eb: ExpressionBuilder<{ o: OrderRow }, "o">): Expression<SqlBool> =>
    eb.and(
      wordsIn(filters).map(
        (word) => sql<SqlBool>`' ' || ${eb.ref("o.buyerText")} like ${containing(asInName(word))} escape '\\'`,
      ),
    );
}
