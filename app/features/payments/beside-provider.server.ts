import { toDollars } from "~/features/fields";
import { IntentUnknown, type Intent } from "~/platform/cards/card-provider";
import type { Db } from "~/platform/database/database.server";
import type { OrderRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { startOfDay } from "~/platform/time-zone";
import type { Difference, PaymentList, ProviderPayment } from "./operator-schema";
import { unknownPayment } from "~/features/checkout/errors.server";

const PAYMENTS_A_PAGE = 20;
const BEGINNING = new Date(0).toISOString();

/**
 * A page of the provider's payments, newest first, each beside the order that it belongs to. Three statements and one
 * question to the provider.
 */
export async function providerPayments(
  { db, cards, config }: Pick<Services, "db" | "cards" | "config">,
  { since, after }: { since: string; after?: string | undefined },
): Promise<PaymentList> {
  const { intents, next } = await cards
    .intents({ since: since ? startOfDay(config.timeZone, since) : BEGINNING, limit: PAYMENTS_A_PAGE, after })
    .catch((error: unknown) => {
      throw error instanceof IntentUnknown ? unknownPayment() : error;
    });
  return { provider: cards.name, docs: await besideOrders(db, intents), next };
}

/** The provider's payments with our records of them. */
export async function besideOrders(db: Db, intents: Intent[]): Promise<ProviderPayment[]> {
  if (intents.length === 0) return [];
  const ids = intents.map((intent) => intent.id);
  const orders = await db
    .selectFrom("orders")
    .select(["_id", "itemId", "status", "amountCents", "currency", "intentId"])
    .where((eb) =>
      eb.or([
        eb("intentId", "in", ids),
        eb(
          "_id",
          "in",
          intents.map((intent) => intent.orderId),
        ),
      ]),
    )
    .execute();
  const refunds = await db
    .selectFrom("refunds")
    .select(["intentId", "amountCents", "doneAt", "origin", "failedAt", "otherWay"])
    .where("intentId", "in", ids)
    .execute();
  const disputes = await db
    .selectFrom("disputes")
    .select(["intentId", "status"])
    .where("intentId", "in", ids)
    .orderBy("createdAt")
    .orderBy("_id")
    .execute();
  return intents.map((intent) => {
    const order =
      orders.find((candidate) => candidate.intentId === intent.id) ??
      orders.find((candidate) => candidate._id === intent.orderId);
    const ownRefunds = refunds.filter((refund) => refund.intentId === intent.id);
    const sum = (rows: typeof ownRefunds) => rows.reduce((cents, refund) => cents + refund.amountCents, 0);
    // A dispute that a bank won is no refund to the provider.
    const refunded = ownRefunds.filter((refund) => refund.origin !== "dispute");
    const ourFigures = {
      doneCents: sum(refunded.filter((refund) => refund.doneAt !== null && refund.otherWay === null)),
      refundedCents: sum(refunded),
      allCents: sum(ownRefunds),
    };
    const dispute = disputes.findLast((candidate) => candidate.intentId === intent.id)?.status ?? null;
    return {
      _id: intent.id,
      status: intent.status,
      createdAt: intent.createdAt,
      amount: toDollars(intent.amountCents),
      refunded: toDollars(intent.refundedCents),
      order: order
        ? {
            _id: order._id,
            itemId: order.itemId,
            status: order.status,
            amount: toDollars(order.amountCents),
            refunded: toDollars(ourFigures.refundedCents),
          }
        : null,
      dispute,
      differences: [
        ...differencesOf(intent, order, ourFigures),
        ...(intent.disputed && order && !dispute ? (["disputed_there"] as const) : []),
        ...(ownRefunds.some((refund) => refund.failedAt !== null) ? (["refund_failed"] as const) : []),
      ],
    };
  });
}

type Known = Pick<OrderRow, "_id" | "status" | "amountCents" | "currency" | "intentId">;

/**
 * Cents of a payment that were refunded here: `doneCents` by finished refunds at the provider, `refundedCents` by all
 * refunds, and `allCents` with what a bank has taken.
 */
interface Refunded {
  doneCents: number;
  refundedCents: number;
  allCents: number;
}

function differencesOf(intent: Intent, order: Known | undefined, refunds: Refunded): Difference[] {
  const paidHere = order?.status === "paid" && order.intentId === intent.id;
  if (intent.status !== "succeeded") return paidHere ? ["not_paid_there"] : [];
  const back = refundDifference(intent, refunds);
  const wholly = intent.refundedCents >= intent.amountCents;
  // A fully refunded payment needs no order.
  if (!order) return wholly ? [] : ["unknown_order", ...back];
  if (order.status === "pending" || order.status === "released")
    return wholly && back.length === 0 ? [] : ["not_placed", ...back];
  // Another payment settled the order, so this one is refunded whole.
  if (order.intentId !== intent.id)
    return wholly || refunds.allCents >= intent.amountCents ? back : ["other_payment", ...back];
  const otherAmount =
    order.status === "paid" && (intent.amountCents !== order.amountCents || intent.currency !== order.currency);
  return [...(otherAmount ? (["amount"] as const) : []), ...back];
}

/** A refund of ours that is on its way may be at the provider already, or not yet. Neither is a difference. */
function refundDifference({ refundedCents }: Intent, ourFigures: Refunded): Difference[] {
  if (refundedCents > ourFigures.refundedCents) return ["refunded_more_there"];
  return refundedCents < ourFigures.doneCents ? ["refunded_less_there"] : [];
}
