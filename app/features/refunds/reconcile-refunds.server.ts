import { logStep } from "~/features/orders/log-step.server";
import { linesOf, lockOrder, orderIdOf, partsOf } from "~/features/orders/order.server";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Trx } from "~/platform/database/database.server";
import type { NewRow, OrderRow } from "~/platform/database/tables";
import { newId } from "~/platform/ids.server";
import { settleDeadLetter } from "~/platform/jobs/jobs.server";
import type { Services } from "~/platform/services.server";
import { allocateBacks, allocateToParts, piecesLeft, type Allocation, type Back } from "./allocate-refund.server";
import { mailPartLost, mailPartsRefunded, mailRefundedOutside, mailRefundOnItsWay } from "./mails.server";
import { noteDisputes } from "./note-disputes.server";
import { refundJobKey, returnPieces } from "./refund-order.server";

const REASONS: Record<Back["origin"], string> = {
  provider: "Our team has given this payment back.",
  dispute: "The bank of the card's holder has taken this payment back.",
};

interface Known {
  /** Ask for disputes although the payment is not known to have any. */
  disputes?: boolean;
  /** The refund that whoever asks is about to carry out. */
  ownRefundId?: string;
}

/**
 * Asks the provider what has gone back of a payment and who disputes it, and brings our books to that. Webhooks, the
 * job of a refund, and operators who repair a payment all come here, in any order and as often as they like. A payment
 * that pays for no order of ours is left alone. Throws `RefundUnderWay` where only waiting can tell.
 */
export async function reconcileRefunds(
  services: Services,
  intentId: string,
  { disputes: mayBeDisputed = false, ownRefundId }: Known = {},
): Promise<void> {
  const { db, cards, dialect } = services;
  const intent = await cards.retrieve(intentId);
  const orderId = await orderIdOf(db, intent);
  if (!orderId) return;
  const refunds = await cards.refundsOf(intentId);
  const disputes = mayBeDisputed || intent.disputed ? await cards.disputesOf(intentId) : [];
  // A dispute that was lost has taken the money as a refund would have.
  const backs: Back[] = [
    ...refunds.map((refund) => ({ ...refund, origin: "provider" as const })),
    ...disputes
      .filter(({ status }) => status === "lost")
      .map(({ id, amountCents, createdAt }) => ({
        id,
        amountCents,
        createdAt,
        refundId: "",
        origin: "dispute" as const,
      })),
  ];
  await inTransaction(db, async (trx) => {
    const order = await lockOrder(trx, dialect, orderId);
    if (!order) return;
    await noteDisputes(trx, services, order, intentId, disputes);
    await noteBacks(trx, services, order, { intentId, paidCents: intent.amountCents, backs, ownRefundId });
  });
}

/** A refund of ours may just now be at the provider: whether money that went back is that one, nobody can say yet. */
export class RefundUnderWay extends Error {
  override name = "RefundUnderWay";
}

interface WentBack {
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
async function noteBacks(
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
  const allocation = allocateBacks(paidCents, backs, rows);
  const changes = new Set([...allocation.adopted, ...allocation.reduced].map(({ _id }) => _id));
  const now = timestamp(services.clock);
  const others = rows.filter(
    (row) =>
      row._id !== ownRefundId &&
      row.doneAt === null &&
      (row.sendingUntil ?? "") > now &&
      !allocation.reached.some(({ _id }) => _id === row._id),
  );
  if (others.length > 0 && (changes.size > 0 || allocation.fresh.length > 0))
    throw new RefundUnderWay("A refund of this payment is just being made.");

  for (const { _id, back } of allocation.reached)
    await markDone(trx, services, order, _id, { providerId: back.id, amountCents: back.amountCents });
  for (const { _id, back, amountCents } of allocation.adopted)
    await markDone(trx, services, order, _id, { providerId: back.id, amountCents, origin: back.origin });
  for (const { _id, amountCents } of allocation.reduced) {
    if (amountCents === 0) await markDone(trx, services, order, _id, { providerId: null, amountCents });
    else await trx.updateTable("refunds").set({ amountCents }).where("_id", "=", _id).execute();
  }
  await writeFresh(trx, services, order, intentId, allocation.fresh);

  if (order.status !== "paid" || order.intentId !== intentId) return;
  const isAllBack = backs.reduce((cents, back) => cents + back.amountCents, 0) >= paidCents;
  const withoutUs = [
    ...rows.map((row) => row.origin),
    ...allocation.adopted.map(({ back }) => back.origin),
    ...allocation.fresh.map(({ back }) => back.origin),
  ].filter((origin) => origin !== "shop");
  if (isAllBack && withoutUs.length > 0)
    await returnRest(trx, services, order, withoutUs.includes("dispute") ? "dispute" : "provider");
  else await tellOfLoose(trx, services, order, allocation.fresh);
}

/**
 * Marks a refund of ours as made, once, with what the provider calls it and how much it was. Its buyer is told, unless
 * it was the bank's doing; a job that was given up on need not be tried again.
 */
export async function markDone(
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
  logStep(trx, services, order._id, "refunded");
  await settleDeadLetter(trx, services, refundJobKey(refundId));
  if (as.amountCents > 0 && as.origin !== "dispute")
    await mailRefundOnItsWay(trx, services, { ...order, amountCents: as.amountCents }, done.reason);
}

/** Writes down what was given back without us. What a bank takes it tells its customer itself. */
async function writeFresh(
  trx: Trx,
  services: Services,
  order: OrderRow,
  intentId: string,
  fresh: Allocation["fresh"],
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
  if (amountCents > 0) await mailRefundOnItsWay(trx, services, { ...order, amountCents }, REASONS.provider);
}

/**
 * What follows when the money of an order, or what was left of it, has gone back without us: everything but the refund
 * itself.
 */
async function returnRest(trx: Trx, services: Services, order: OrderRow, origin: Back["origin"]): Promise<void> {
  const open = await trx
    .selectFrom("orderParts")
    .select("_id")
    .where("orderId", "=", order._id)
    .where("statusText", "not in", ["Cancelled", "Refunded"])
    .orderBy("_id")
    .execute();
  if (open.length === 0) return;
  const lines = await linesOf(trx, order._id);
  const parts = (await partsOf(trx, order._id)).filter((part) => open.some(({ _id }) => _id === part._id));
  const backs = allocateToParts(parts, piecesLeft(lines), false);
  if (backs.length === 0) return;
  const given = await returnPieces(
    trx,
    services,
    order,
    lines,
    backs,
    { reason: REASONS[origin], settledAs: "Refunded", ...(origin === "dispute" && { takenBy: "bank" as const }) },
    newId(services.clock.now()),
  );
  await mailPartsRefunded(trx, services, order, given, REASONS[origin], origin === "dispute" ? "bank" : "team");
}

async function tellOfLoose(trx: Trx, services: Services, order: OrderRow, fresh: Allocation["fresh"]): Promise<void> {
  for (const [origin, tell] of [
    ["provider", mailRefundedOutside],
    ["dispute", mailPartLost],
  ] as const) {
    const cents = fresh.filter(({ back }) => back.origin === origin).reduce((all, each) => all + each.looseCents, 0);
    if (cents > 0) await tell(trx, services, order, cents);
  }
}
