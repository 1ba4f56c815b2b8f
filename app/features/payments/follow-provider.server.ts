import { lockOrder } from "~/features/orders/queries.server";
import { inTransaction } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { orderIdOf } from "./attempts.server";
import { noteDisputes } from "./disputes.server";
import type { Back } from "./money-back.server";
import { noteMoneyBack } from "./note-money-back.server";

interface Following {
  /** Ask for disputes although the payment is not known to have any. */
  disputes?: boolean;
  /** The refund that whoever asks is about to carry out. */
  ownRefundId?: string;
}

/**
 * Asks the provider what has gone back of a payment and who disputes it, and brings our books to that. Messages, the
 * job of a refund, and operators who repair a payment all come here, in any order and as often as they like.
 */
export async function followProvider(
  services: Services,
  intentId: string,
  { disputes: mayBeDisputed = false, ownRefundId }: Following = {},
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
    await noteMoneyBack(trx, services, order, { intentId, paidCents: intent.amountCents, backs, ownRefundId });
  });
}
