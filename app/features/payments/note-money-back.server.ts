import { returnParts } from "~/features/operators/refund.server";
import { timestamp } from "~/platform/clock";
import type { Trx } from "~/platform/database/database.server";
import type { NewRow, OrderRow } from "~/platform/database/tables";
import { newId } from "~/platform/ids.server";
import { settleDeadLetter } from "~/platform/jobs/jobs.server";
import type { Services } from "~/platform/services.server";
import { mailPartLost, mailRefundedOutside, mailRefundOnItsWay } from "./mails.server";
import { divide, type Back, type Division } from "./money-back.server";
import { refundJobKey } from "./refund.server";

const REASONS: Record<Back["origin"], string> = {
  provider: "Our team has given this payment back.",
  dispute: "The bank of the card's holder has taken this payment back.",
};

/** A refund of ours may just now be at the provider: whether money that went back is that one, nobody can say yet. */
export class RefundUnderWay extends Error {
  override name = "RefundUnderWay";
}

export interface WentBack {
  intentId: string;
  paidCents: number;
  /** All of it, oldest first. */
  backs: Back[];
  /** The refund that is about to be carried out by whoever asks. */
  ownRefundId?: string | undefined;
}

/**
 * Writes down what has gone back of a payment, so that the order's refunds come to what the provider says. When nothing
 * is left of the payment, books and stock follow as if an operator had refunded the order here; a part that counts
 * towards no refund of ours is left to the operators, who are told. The order must be locked.
 */
export async function noteMoneyBack(
  trx: Trx,
  services: Services,
  order: OrderRow,
  { intentId, paidCents, backs, ownRefundId }: WentBack,
): Promise<void> {
  const rows = await trx
    .selectFrom("refunds")
    .selectAll()
    .where("intentId", "=", intentId)
    .orderBy("createdAt")
    .orderBy("_id")
    .execute();
  const division = divide(paidCents, backs, rows);
  const changes = new Set([...division.adopted, ...division.reduced].map(({ _id }) => _id));
  const now = timestamp(services.clock);
  const others = rows.filter(
    (row) =>
      row._id !== ownRefundId &&
      row.doneAt === null &&
      (row.sendingUntil ?? "") > now &&
      !division.reached.some(({ _id }) => _id === row._id),
  );
  if (others.length > 0 && (changes.size > 0 || division.fresh.length > 0))
    throw new RefundUnderWay("A refund of this payment is just being made.");

  for (const { _id, back } of division.reached)
    await carriedOut(trx, services, order, _id, { providerId: back.id, amountCents: back.amountCents });
  for (const { _id, back, amountCents } of division.adopted)
    await carriedOut(trx, services, order, _id, { providerId: back.id, amountCents, origin: back.origin });
  for (const { _id, amountCents } of division.reduced) {
    if (amountCents === 0) await carriedOut(trx, services, order, _id, { providerId: null, amountCents });
    else await trx.updateTable("refunds").set({ amountCents }).where("_id", "=", _id).execute();
  }
  await writeFresh(trx, services, order, intentId, division.fresh);

  if (order.status !== "paid" || order.intentId !== intentId) return;
  const isAllBack = backs.reduce((cents, back) => cents + back.amountCents, 0) >= paidCents;
  const withoutUs = [
    ...rows.map((row) => row.origin),
    ...division.adopted.map(({ back }) => back.origin),
    ...division.fresh.map(({ back }) => back.origin),
  ].filter((origin) => origin !== "shop");
  if (isAllBack && withoutUs.length > 0)
    await returnRest(trx, services, order, withoutUs.includes("dispute") ? "dispute" : "provider");
  else await tellOfLoose(trx, services, order, division.fresh);
}

/**
 * Marks a refund of ours as made, once. Its buyer is told, unless it was the bank's doing; a job that was given up on
 * need not be tried again.
 */
export async function carriedOut(
  trx: Trx,
  services: Services,
  order: OrderRow,
  refundId: string,
  as: { providerId: string | null; amountCents: number; origin?: Back["origin"] },
): Promise<void> {
  const done = await trx
    .updateTable("refunds")
    .set({ ...as, doneAt: timestamp(services.clock), sendingUntil: null })
    .where("_id", "=", refundId)
    .where("doneAt", "is", null)
    .returning("reason")
    .executeTakeFirst();
  if (!done) return;
  await settleDeadLetter(trx, services, refundJobKey(refundId));
  if (as.amountCents > 0 && as.origin !== "dispute")
    await mailRefundOnItsWay(trx, services, { ...order, amountCents: as.amountCents }, done.reason);
}

async function writeFresh(
  trx: Trx,
  services: Services,
  order: OrderRow,
  intentId: string,
  fresh: Division["fresh"],
): Promise<void> {
  if (fresh.length === 0) return;
  await trx
    .insertInto("refunds")
    .values(
      fresh.map(({ back, amountCents }): NewRow<"refunds"> => ({
        _id: newId(services.clock.now()),
        orderId: order._id,
        intentId,
        amountCents,
        reason: REASONS[back.origin],
        origin: back.origin,
        providerId: back.id,
        createdAt: back.createdAt,
        doneAt: back.createdAt,
      })),
    )
    .execute();
  const amountCents = fresh
    .filter(({ back }) => back.origin === "provider")
    .reduce((cents, each) => cents + each.amountCents, 0);
  // What a bank takes it tells its customer itself.
  if (amountCents > 0) await mailRefundOnItsWay(trx, services, { ...order, amountCents }, REASONS.provider);
}

async function returnRest(trx: Trx, services: Services, order: OrderRow, origin: Back["origin"]): Promise<void> {
  const parts = await trx
    .selectFrom("orderParts")
    .select("_id")
    .where("orderId", "=", order._id)
    .where("statusText", "not in", ["Cancelled", "Refunded"])
    .orderBy("_id")
    .execute();
  if (parts.length > 0)
    await returnParts(trx, services, order, parts, {
      reason: REASONS[origin],
      by: origin === "dispute" ? "bank" : "team",
    });
}

async function tellOfLoose(trx: Trx, services: Services, order: OrderRow, fresh: Division["fresh"]): Promise<void> {
  for (const [origin, tell] of [
    ["provider", mailRefundedOutside],
    ["dispute", mailPartLost],
  ] as const) {
    const cents = fresh.filter(({ back }) => back.origin === origin).reduce((all, each) => all + each.looseCents, 0);
    if (cents > 0) await tell(trx, services, order, cents);
  }
}
