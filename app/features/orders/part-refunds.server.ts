import { toDollars } from "~/features/fields";
import type { Db } from "~/platform/database/database.server";
import type { PartRefunded } from "./schema";

/** What of an order's parts was given back and what for, by part, oldest first. One statement. */
export async function refundsByPart(db: Db, orderId: string): Promise<Map<string, PartRefunded[]>> {
  const rows = await db
    .selectFrom("refunds as r")
    .innerJoin("refundLines as b", "b.refundId", "r._id")
    .innerJoin("orderLines as l", "l._id", "b.lineId")
    .select(["r._id", "r.reason", "r.createdAt", "l.partId", "l.title", "b.quantity", "b.amountCents"])
    .where("r.orderId", "=", orderId)
    .orderBy("r.createdAt")
    .orderBy("r._id")
    .orderBy("l.position")
    .execute();
  const byPart = new Map<string, PartRefunded[]>();
  for (const { _id, reason, createdAt, partId, title, quantity, amountCents } of rows) {
    const refunds = byPart.get(partId) ?? [];
    const known = refunds.find((refund) => refund._id === _id) ?? { _id, reason, createdAt, amount: 0, lines: [] };
    known.lines.push({ title, quantity, amount: toDollars(amountCents) });
    known.amount = toDollars(Math.round(known.amount * 100) + amountCents);
    if (known.lines.length === 1) refunds.push(known);
    byPart.set(partId, refunds);
  }
  return byPart;
}
