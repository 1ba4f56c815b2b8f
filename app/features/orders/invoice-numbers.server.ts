import { sql } from "kysely";
import type { Db, Trx } from "~/platform/database/database.server";
import { invoiceNumber } from "./invoice-number-schema";

/**
 * Gives each part the next invoice number of its stall, in the transaction in which it is paid. The stall's counter
 * stays locked until the transaction ends, so numbers are consecutive and a rollback leaves no gap. Counters are always
 * locked in the same order of stalls, as books are. One statement reads the parts and two write. A part that has a
 * number keeps it. See docs/decisions/113.
 */
export async function numberInvoices(trx: Trx, orderId: string, partId?: string): Promise<void> {
  let unnumbered = trx
    .selectFrom("orderParts")
    .select(["_id", "merchantId"])
    .where("orderId", "=", orderId)
    .where("invoiceNumber", "is", null)
    .orderBy("merchantId")
    .orderBy("_id");
  if (partId !== undefined) unnumbered = unnumbered.where("_id", "=", partId);
  const parts = await unnumbered.execute();
  if (parts.length === 0) return;
  const partsOfStall = new Map<string, string[]>();
  for (const { _id, merchantId } of parts) partsOfStall.set(merchantId, [...(partsOfStall.get(merchantId) ?? []), _id]);
  const counters = await trx
    .insertInto("invoiceCounters")
    .values([...partsOfStall].map(([merchantId, { length }]) => ({ merchantId, value: length })))
    .onConflict((oc) =>
      oc
        .column("merchantId")
        .doUpdateSet((eb) => ({ value: eb("invoiceCounters.value", "+", eb.ref("excluded.value")) })),
    )
    .returning(["merchantId", "value"])
    .execute();
  const numbers = counters.flatMap(({ merchantId, value }) => {
    const partIds = partsOfStall.get(merchantId) ?? [];
    return partIds.map((_id, index) => ({ _id, number: invoiceNumber(Number(value) - partIds.length + index + 1) }));
  });
  const cases = numbers.map(({ _id, number }) => sql`when ${_id} then ${number}`);
  await trx
    .updateTable("orderParts")
    .set({ invoiceNumber: sql<string>`case "_id" ${sql.join(cases, sql` `)} end` })
    .where(
      "_id",
      "in",
      numbers.map(({ _id }) => _id),
    )
    .execute();
}

/** The invoice numbers of an order with the names of their stalls. Unpaid parts have none. */
export async function invoicesOf(db: Db, orderId: string): Promise<{ storeName: string; invoiceNumber: string }[]> {
  const rows = await db
    .selectFrom("orderParts as p")
    .innerJoin("stores as s", "s.userId", "p.merchantId")
    .select(["s.storeName", "p.invoiceNumber"])
    .where("p.orderId", "=", orderId)
    .orderBy("p.merchantId")
    .execute();
  return rows.flatMap(({ storeName, invoiceNumber: number }) => (number ? [{ storeName, invoiceNumber: number }] : []));
}
