import { sql } from "kysely";
import { changedPage } from "~/features/cursor.server";
import type { Db } from "~/platform/database/database.server";

/*
 * Orders by change. Every write to a part sets its time of change, and an order has the latest time of its parts. So
 * the order needs no time of its own, which a writer could forget to set.
 */

/** Each order with the part of it that changed last. */
function latestChanges(db: Db) {
  return db
    .selectFrom("orderParts as p")
    .innerJoin("orders as o", "o._id", "p.orderId")
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("orderParts as later")
            .select("later._id")
            .whereRef("later.orderId", "=", "p.orderId")
            .where(sql<boolean>`("later"."updatedAt", "later"."_id") > ("p"."updatedAt", "p"."_id")`),
        ),
      ),
    );
}

interface OrderChangesQuery {
  page: number;
  updatedSince: string;
  after?: string | undefined;
  limit?: number | undefined;
}

/**
 * A page of orders that were changed since a moment, oldest change first. `narrow` leaves out orders that the caller
 * must not see or does not look for. Two statements.
 */
export function changedOrders(
  db: Db,
  list: string,
  query: OrderChangesQuery,
  size: number,
  narrow: (orders: ReturnType<typeof latestChanges>) => ReturnType<typeof latestChanges>,
) {
  const orders = narrow(latestChanges(db));
  const columns = { at: sql.ref<string>("p.updatedAt"), id: sql.ref<string>("p._id") };
  return changedPage(list, query, size, columns, {
    count: async (condition) => {
      const row = orders.where(condition).select((eb) => eb.fn.countAll<number>().as("n"));
      return Number((await row.executeTakeFirstOrThrow()).n);
    },
    read: ({ condition, limit, offset }) =>
      orders
        .where(condition)
        .selectAll("o")
        .select(["p.updatedAt", "p._id as partId"])
        .orderBy("p.updatedAt")
        .orderBy("p._id")
        .limit(limit)
        .offset(offset)
        .execute(),
    cursorOf: ({ updatedAt, partId }) => ({ at: updatedAt, id: partId }),
  });
}
