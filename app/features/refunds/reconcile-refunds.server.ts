import { linesOf, lockOrder, orderIdOf, partsOf } from "~/features/orders/order.server";
import { isDead } from "~/platform/cards/card-provider";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Db, type Trx } from "~/platform/database/database.server";
import type { NewRow, OrderRow } from "~/platform/database/tables";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import { allocateBacks, backsOfRest, type Allocation, type Back } from "./allocate-refund.server";
import { mailPartLost } from "./dispute-mails.server";
import { mailPartsRefunded, mailRefundedOutside, mailRefundOnItsWay } from "./mails.server";
import { noteDisputes } from "./note-disputes.server";
import { lookLater, nextLook } from "./next-look.server";
import { returnPieces } from "./refund-order.server";
import { markTaken, noteStatuses } from "./refund-outcome.server";
import { isOnItsWay } from "~/features/orders/refund-status";

const REASONS: Record<Back["origin"], string> = {
  provider: "Our team has given this payment back.",
  dispute: "The bank of the card's holder has taken this payment back.",
};

interface Hints {
  /** Ask for disputes although the payment is not known to have any. */
  disputes?: boolean;
  /** The refund that the caller is about to carry out. */
  ownRefundId?: string;
}

/**
 * The most questions to the provider in one call. A question is repeated if another caller wrote down an answer
 * meanwhile.
 */
const MOST_ANSWERS = 4;

/**
 * Asks the provider for the refunds and disputes of a payment, and brings our books to that state. Webhooks, the job of
 * a refund, operators who repair a payment, and the job that looks again all call it, in any order and any number of
 * times. Only the provider's current state counts: if another caller has written down an answer since the question,
 * this answer is dropped and the question repeated. A payment without an order of ours is left alone. Throws
 * `RefundUnderWay` if only waiting can tell.
 */
export async function reconcileRefunds(services: Services, intentId: string, hints: Hints = {}): Promise<void> {
  for (let answers = 0; answers < MOST_ANSWERS; answers += 1) if (await applyAnswer(services, intentId, hints)) return;
  throw new RefundUnderWay("The state of this payment keeps changing.");
}

/** Asks once and applies the answer. Returns false if the answer may be older than our records. */
async function applyAnswer(
  services: Services,
  intentId: string,
  { disputes: mayBeDisputed = false, ownRefundId }: Hints,
): Promise<boolean> {
  const { db, cards, dialect } = services;
  const stateAtQuestion = await recordedState(db, intentId);
  const intent = await cards.retrieve(intentId);
  const orderId = await orderIdOf(db, intent);
  if (!orderId) return true;
  const refunds = await cards.refundsOf(intentId);
  const disputes = mayBeDisputed || intent.disputed ? await cards.disputesOf(intentId) : [];
  // A dispute that was lost has taken the money as a refund would have.
  const backs: Back[] = [
    ...refunds.filter((refund) => !isDead(refund)).map((refund) => ({ ...refund, origin: "provider" as const })),
    ...disputes
      .filter(({ status }) => status === "lost")
      .map(({ id, amountCents, createdAt }) => ({
        id,
        amountCents,
        createdAt,
        refundId: "",
        origin: "dispute" as const,
        status: null,
      })),
  ];
  return inTransaction(db, async (trx) => {
    const order = await lockOrder(trx, dialect, orderId);
    if (!order) return true;
    if ((await recordedState(trx, intentId)) !== stateAtQuestion) return false;
    await noteDisputes(trx, services, order, intentId, disputes);
    await noteStatuses(trx, services, order, { intentId, refunds });
    await noteBacks(trx, services, order, { intentId, paidCents: intent.amountCents, backs, ownRefundId });
    await lookLater(trx, services, intentId);
    return true;
  });
}

/** Our records of the provider's answers about a payment, as a text to compare. */
async function recordedState(db: Db, intentId: string): Promise<string> {
  const refunds = await db
    .selectFrom("refunds")
    .select(["_id", "amountCents", "providerId", "providerStatus", "doneAt"])
    .where("intentId", "=", intentId)
    .orderBy("_id")
    .execute();
  const disputes = await db
    .selectFrom("disputes")
    .select(["_id", "amountCents", "status"])
    .where("intentId", "=", intentId)
    .orderBy("_id")
    .execute();
  return JSON.stringify([refunds, disputes]);
}

/**
 * A refund of ours may be at the provider at this moment, so nobody can say yet whether refunded money belongs to it.
 */
export class RefundUnderWay extends Error {
  override name = "RefundUnderWay";
}

interface Returned {
  intentId: string;
  paidCents: number;
  /** Everything that went back, oldest first. */
  backs: Back[];
  /** The refund that the caller is about to carry out. */
  ownRefundId?: string | undefined;
}

/**
 * Writes down what was refunded of a payment, so that the order's refunds add up to the provider's. If nothing is left
 * of the payment, books and stock follow as if an operator had refunded the order here. Money that counts towards no
 * refund of ours is left to the operators, who are told. The order must be locked.
 */
async function noteBacks(
  trx: Trx,
  services: Services,
  order: OrderRow,
  { intentId, paidCents, backs, ownRefundId }: Returned,
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
  const otherRows = rows.filter(
    (row) =>
      row._id !== ownRefundId &&
      row.doneAt === null &&
      (row.sendingUntil ?? "") > now &&
      !allocation.reached.some(({ _id }) => _id === row._id),
  );
  if (otherRows.length > 0 && (changes.size > 0 || allocation.unrecorded.length > 0))
    throw new RefundUnderWay("A refund of this payment is just being made.");

  for (const { _id, back } of allocation.reached)
    await markTaken(trx, services, order, _id, {
      providerId: back.id,
      amountCents: back.amountCents,
      status: back.status,
    });
  for (const { _id, back, amountCents } of allocation.adopted)
    await markTaken(trx, services, order, _id, {
      providerId: back.id,
      amountCents,
      origin: back.origin,
      status: back.status,
    });
  for (const { _id, amountCents } of allocation.reduced) {
    if (amountCents === 0) await markTaken(trx, services, order, _id, { providerId: null, amountCents, status: null });
    else await trx.updateTable("refunds").set({ amountCents }).where("_id", "=", _id).execute();
  }
  await writeUnrecorded(trx, services, order, intentId, allocation.unrecorded);

  if (order.status !== "paid" || order.intentId !== intentId) return;
  const otherWays = rows.filter((row) => row.otherWay !== null);
  const isAllBack = [...backs, ...otherWays].reduce((cents, { amountCents }) => cents + amountCents, 0) >= paidCents;
  const foreignOrigins = [
    ...rows.map((row) => row.origin),
    ...allocation.adopted.map(({ back }) => back.origin),
    ...allocation.unrecorded.map(({ back }) => back.origin),
  ].filter((origin) => origin !== "shop");
  if (isAllBack && foreignOrigins.length > 0)
    await returnRest(trx, services, order, foreignOrigins.includes("dispute") ? "dispute" : "provider");
  else await mailUnexplained(trx, services, order, allocation.unrecorded);
}

/** Writes down money that was refunded without us. A bank itself tells its customer of money that it takes. */
async function writeUnrecorded(
  trx: Trx,
  services: Services,
  order: OrderRow,
  intentId: string,
  unrecorded: Allocation["unrecorded"],
): Promise<void> {
  if (unrecorded.length === 0) return;
  await trx
    .insertInto("refunds")
    .values(
      unrecorded.map(({ back, amountCents }): NewRow<"refunds"> => ({
        _id: newId(services.clock.now()),
        orderId: order._id,
        intentId,
        amountCents,
        reason: REASONS[back.origin],
        origin: back.origin,
        providerId: back.id,
        createdAt: back.createdAt,
        providerStatus: back.status,
        doneAt: isOnItsWay(back.status) ? null : back.createdAt,
        lookAt: back.status && nextLook(services.clock, back.createdAt, back.status),
      })),
    )
    .execute();
  const amountCents = unrecorded
    .filter(({ back }) => back.origin === "provider" && !isOnItsWay(back.status))
    .reduce((cents, loose) => cents + loose.amountCents, 0);
  if (amountCents > 0) await mailRefundOnItsWay(trx, services, { ...order, amountCents }, REASONS.provider);
}

/** Does everything but the refund itself when the rest of an order's money has gone back without us. */
async function returnRest(trx: Trx, services: Services, order: OrderRow, origin: Back["origin"]): Promise<void> {
  const lines = await linesOf(trx, order._id);
  // Parts that were refunded before have no piece left, but their delivery fee may be left.
  const backs = backsOfRest(await partsOf(trx, order._id), lines);
  if (backs.length === 0) return;
  const partRefunds = await returnPieces(
    trx,
    services,
    order,
    lines,
    backs,
    { reason: REASONS[origin], settledAs: "Refunded", ...(origin === "dispute" && { takenBy: "bank" as const }) },
    { refundId: newId(services.clock.now()), at: timestamp(services.clock) },
  );
  await mailPartsRefunded(trx, services, order, partRefunds, REASONS[origin], origin === "dispute" ? "bank" : "team");
}

async function mailUnexplained(
  trx: Trx,
  services: Services,
  order: OrderRow,
  unrecorded: Allocation["unrecorded"],
): Promise<void> {
  for (const [origin, mail] of [
    ["provider", mailRefundedOutside],
    ["dispute", mailPartLost],
  ] as const) {
    const cents = unrecorded
      .filter(({ back }) => back.origin === origin)
      .reduce((all, loose) => all + loose.looseCents, 0);
    if (cents > 0) await mail(trx, services, order, cents);
  }
}
