import { sql, type ExpressionBuilder } from "kysely";
import { billing, noBilling } from "~/features/accounts/schema";
import { timestamp } from "~/platform/clock";
import type { Trx } from "~/platform/database/database.server";
import type { Tables } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import type { BuyerSnapshot } from "./order.server";
import { TAKE_BACK_MINUTES } from "./take-back-until";

/** The buyer in the orders of a closed account. */
const FORMER_CUSTOMER: BuyerSnapshot = { firstName: "Former", lastName: "customer", email: "", telephone: "" };
const NOWHERE = JSON.stringify(noBilling);

/**
 * Removes the buyer's personal data from their orders. Sums, products and dates stay in the books. An order keeps the
 * name and street while it is on its way or its delivery can be undone. `anonymiseArrived` deletes them later.
 */
export async function anonymiseOrdersOf(
  trx: Trx,
  { dialect, clock }: Pick<Services, "dialect" | "clock">,
  buyerId: string,
): Promise<void> {
  const ordersOfBuyer = trx.updateTable("orders").where("buyerId", "=", buyerId);
  const anonymousColumns = {
    buyer: JSON.stringify(FORMER_CUSTOMER),
    isAnonymous: 1 as const,
    buyerText: "",
    billing: NOWHERE,
    notes: "",
  };
  // This statement waits for orders that are being placed or delivered, and the next one reads them. A statement that
  // waits for a lock sees the order's new row, but its parts as they were when the statement began.
  const all = trx.selectFrom("orders").where("buyerId", "=", buyerId).orderBy("_id");
  if (dialect.forUpdate) await all.select("_id").forUpdate().execute();
  const open = await all
    .select(["_id", "shipping"])
    .where("status", "=", "paid")
    .where((eb) => eb.or([eb("isCompleted", "=", 0), mayBeSentAgain(eb, clock)]))
    .execute();
  await ordersOfBuyer
    .set({ ...anonymousColumns, shipping: NOWHERE })
    .where("_id", "not in", ["", ...open.map((order) => order._id)])
    .execute();
  if (open.length === 0) return;
  const needed = open.map(
    (order) =>
      [order._id, JSON.stringify({ ...billing.parse(JSON.parse(order.shipping)), email: "", telephone: "" })] as const,
  );
  const cases = needed.map(([id, shipping]) => sql`when ${id} then ${shipping}`);
  await ordersOfBuyer
    .set({ ...anonymousColumns, shipping: sql<string>`case "_id" ${sql.join(cases, sql` `)} end` })
    .where(
      "_id",
      "in",
      open.map((order) => order._id),
    )
    .execute();
}

/** Deletes the address from arrived orders of closed accounts, once their merchant can no longer undo the delivery. */
export async function anonymiseArrived({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  await db
    .updateTable("orders")
    .set({ shipping: NOWHERE })
    .where("isCompleted", "=", 1)
    .where("shipping", "<>", NOWHERE)
    .where((eb) => eb.not(mayBeSentAgain(eb, clock)))
    .where("buyerId", "in", (eb) => eb.selectFrom("users").select("_id").where("deletedAt", "is not", null))
    .execute();
}

/** Whether a merchant marked a part as delivered so recently that they can still undo it. */
function mayBeSentAgain({ exists, selectFrom }: ExpressionBuilder<Tables, "orders">, clock: Services["clock"]) {
  return exists(
    selectFrom("orderParts")
      .select("orderParts._id")
      .whereRef("orderParts.orderId", "=", "orders._id")
      .where("orderParts.statusText", "=", "Delivered")
      .where("orderParts.deliveredBy", "=", "merchant")
      .where("orderParts.deliveredAt", ">", timestamp(clock, -TAKE_BACK_MINUTES * 60)),
  );
}
