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
 * Takes the person out of their orders; sums, products and dates stay in the books. What is still on its way keeps
 * name and street to arrive at, until `anonymiseArrived` takes those too.
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
  // One that is just being placed or delivered is waited for, and looked at afterwards: while it waits a statement sees
  // what has become of the order itself, but its parts as they were when it began.
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

/** Takes the address out of orders that have arrived since their buyer left, once no merchant can take that back. */
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

/** Whether a part has arrived by its merchant's word, which may be a mistake that is taken back. */
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
