import type { Db } from "~/platform/database/database.server";
import type { OrderRow } from "~/platform/database/tables";
import type { Reader } from "~/platform/mail/send-mail.server";

const NOBODY: Reader = { email: null, firstName: "" };

/**
 * Whom letters about orders go to, by the order's buyer: at the address that the account has now, for the one that the
 * order was placed with may be no longer theirs. Nobody where the account is deleted. One statement, however many.
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
