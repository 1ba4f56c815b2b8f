import { timestamp } from "~/platform/clock";
import type { Db, Trx } from "~/platform/database/database.server";
import type { OrderPartRow } from "~/platform/database/tables";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import { payOut } from "./jobs.server";

const MOST_AT_ONCE = 500;
const DAY = 86_400;

/**
 * Writes down that merchants are to be sent the money for parts that have just arrived, after `payoutDelayDays` days.
 * Payments of another provider than the one that pays out cannot be sent on.
 */
export async function notePayoutsDue(
  trx: Trx,
  services: Services,
  parts: Pick<OrderPartRow, "_id" | "orderId" | "merchantId">[],
): Promise<void> {
  const { payouts, clock, config } = services;
  if (!payouts || parts.length === 0) return;
  const orders = await trx
    .selectFrom("orders")
    .select("_id")
    .where(
      "_id",
      "in",
      parts.map((part) => part.orderId),
    )
    .where("provider", "=", payouts.name)
    .execute();
  const inSeconds = config.payoutDelayDays * DAY;
  const payable = new Set(orders.map((order) => order._id));
  const rows = parts
    .filter((part) => payable.has(part.orderId))
    .map(({ _id: partId, orderId, merchantId }) => ({
      _id: newId(clock.now()),
      partId,
      orderId,
      merchantId,
      netCents: 0,
      feeCents: 0,
      amountCents: 0,
      givenBackCents: 0,
      accountId: null,
      providerId: null,
      createdAt: timestamp(clock),
      updatedAt: timestamp(clock),
      dueAt: timestamp(clock, inSeconds),
      startedAt: null,
      doneAt: null,
    }));
  if (rows.length === 0) return;
  const insertion = await trx
    .insertInto("payouts")
    .values(rows)
    .onConflict((oc) => oc.column("partId").doNothing())
    .returning("_id")
    .execute();
  for (const { _id } of insertion)
    await payOut.enqueue(trx, services, { payoutId: _id }, { uniqueKey: `payout ${_id}`, inSeconds });
}

/**
 * Deletes the payout that is due for a part, if any. Returns false if the money is on its way already. The caller holds
 * the order's lock, as the job that sends the money does.
 */
export async function forgetPayoutDue(trx: Trx, partId: string): Promise<boolean> {
  await trx.deleteFrom("payouts").where("partId", "=", partId).where("startedAt", "is", null).execute();
  const existing = await trx.selectFrom("payouts").select("_id").where("partId", "=", partId).executeTakeFirst();
  return existing === undefined;
}

/**
 * Has a merchant's waiting payouts sent, now that their account is ready or they are reinstated. Payouts that are not
 * due yet go on waiting.
 */
export async function sendWaiting(db: Db, services: Services, merchantId: string): Promise<void> {
  const waiting = await db
    .selectFrom("payouts")
    .select("_id")
    .where("merchantId", "=", merchantId)
    .where("startedAt", "is", null)
    .where("dueAt", "<=", timestamp(services.clock))
    .limit(MOST_AT_ONCE)
    .execute();
  for (const { _id } of waiting) await payOut.enqueue(db, services, { payoutId: _id }, { uniqueKey: `payout ${_id}` });
}
