import { asciiDigits } from "~/features/ascii-digits";
import type { Db } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { fold } from "~/platform/folding";
import { toFound } from "./find-orders.server";
import type { FoundOrder } from "./schema";

/** The most orders that are looked through for a text that very many orders contain. */
const MOST_LOOKED_THROUGH = 500;

/**
 * Up to `limit` orders in any state, newest first: by number or id, by the id of any payment that was begun for one, or
 * by part of the buyer's name or mail address. Each lookup uses an index.
 */
export async function ordersNamed(
  { db, dialect }: Pick<Services, "db" | "dialect">,
  q: string,
  limit: number,
): Promise<FoundOrder[]> {
  const query = db.selectFrom("orders").selectAll().orderBy("itemId", "desc").limit(limit);
  const number = /^#?(\d{1,12})$/.exec(asciiDigits(q))?.[1];
  if (number) return (await query.where("itemId", "=", Number(number)).execute()).map(toFound);
  if (/^[0-9a-f]{24}$/.test(q)) return (await query.where("_id", "=", q).execute()).map(toFound);
  const paid = await orderPaidBy(db, q);
  if (paid) return (await query.where("_id", "=", paid).execute()).map(toFound);
  const matchingNumbers = dialect.ordersSearched(fold(q).split(" ").filter(Boolean).slice(0, 10), MOST_LOOKED_THROUGH);
  if (!matchingNumbers) return [];
  const { rows } = await matchingNumbers.execute(db);
  if (rows.length === 0) return [];
  const itemIds = rows.map((row) => Number(row.itemId)).toSorted((a, b) => b - a);
  return (await query.where("itemId", "in", itemIds.slice(0, limit)).execute()).map(toFound);
}

/** The order for which a payment intent or a hosted page of the provider was created. */
async function orderPaidBy(db: Db, paymentId: string): Promise<string | undefined> {
  const attempt = await db
    .selectFrom("paymentAttempts")
    .select("orderId")
    .where((eb) => eb.or([eb("intentId", "=", paymentId), eb("sessionId", "=", paymentId)]))
    .executeTakeFirst();
  if (attempt) return attempt.orderId;
  return (await db.selectFrom("orders").select("_id").where("intentId", "=", paymentId).executeTakeFirst())?._id;
}
