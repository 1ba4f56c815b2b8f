import type { Cents } from "~/features/fields";
import type { Trx } from "~/platform/database/database.server";
import type { PaidTo } from "./schema";

/* Writes down what has become of a part's payment at collection. The caller holds the order's lock. */

interface Paid {
  paidAt: string;
  paidCents: Cents;
  tenderedCents: Cents;
  paidTo: PaidTo;
  feeCents: Cents;
}

/** Notes the payment of a part: the sum, what the buyer put down, who took it, and the marketplace's fee. */
export async function notePaid(trx: Trx, partId: string, payment: Paid): Promise<void> {
  await trx.updateTable("collectionPayments").set(payment).where("partId", "=", partId).execute();
}

/** Lowers the fee of a part to the fee for the rest of its sum, and returns by how many cents. The fee never rises. */
export async function lowerFee(trx: Trx, partId: string, feeCents: Cents): Promise<Cents> {
  const { feeCents: before } = await trx
    .selectFrom("collectionPayments")
    .select("feeCents")
    .where("partId", "=", partId)
    .executeTakeFirstOrThrow();
  if (feeCents >= before) return 0;
  await trx.updateTable("collectionPayments").set({ feeCents }).where("partId", "=", partId).execute();
  return before - feeCents;
}

/** Notes that nobody came for a part in its time. */
export async function noteMissed(trx: Trx, partId: string, missedAt: string): Promise<void> {
  await trx.updateTable("collectionPayments").set({ missedAt }).where("partId", "=", partId).execute();
}

/** Notes that a missed part is not to count, once. Returns false if it was not missed. */
export async function noteExcused(trx: Trx, partId: string, excusedAt: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("collectionPayments")
    .set((eb) => ({ excusedAt: eb.fn.coalesce("excusedAt", eb.val(excusedAt)) }))
    .where("partId", "=", partId)
    .where("missedAt", "is not", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Removes a buyer who leaves from the payments: it is forgotten which parts the buyer did not come for. */
export async function forgetPayer(trx: Trx, buyerId: string): Promise<void> {
  await trx.updateTable("collectionPayments").set({ buyerId: null }).where("buyerId", "=", buyerId).execute();
}
