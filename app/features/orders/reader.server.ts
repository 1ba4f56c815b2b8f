import type { Db } from "~/platform/database/database.server";
import type { OrderRow } from "~/platform/database/tables";
import type { Reader } from "~/platform/mail/send-mail.server";

const NOBODY: Reader = { email: null, firstName: "" };

/**
 * Finds the recipient of letters about an order: its buyer, at the present address of the account, because the address
 * in the order may no longer be theirs. A deleted account gets no letters. One statement for any number of orders.
 */
export async function readersOf(
  db: Db,
  orders: Pick<OrderRow, "buyerId">[],
): Promise<(order: Pick<OrderRow, "buyerId">) => Reader> {
  const ids = [...new Set(orders.flatMap(({ buyerId }) => buyerId ?? []))];
  const people =
    ids.length > 0
      ? await db.selectFrom("users").select(["_id", "email", "firstName"]).where("_id", "in", ids).execute()
      : [];
  const readersById = new Map(people.map(({ _id, ...reader }) => [_id, reader]));
  return ({ buyerId }) => readersById.get(buyerId ?? "") ?? NOBODY;
}

/** The reader of letters about an order. */
export async function readerOf(db: Db, order: Pick<OrderRow, "buyerId">): Promise<Reader> {
  return (await readersOf(db, [order]))(order);
}
