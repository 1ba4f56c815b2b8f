import { markDisputed } from "~/features/orders/order.server";
import { tellDisputed } from "~/features/webhooks/tell-steps.server";
import type { ProviderDispute } from "~/platform/cards/card-provider";
import { timestamp } from "~/platform/clock";
import type { Trx } from "~/platform/database/database.server";
import type { DisputeRow, OrderRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { mailDisputeChanged, mailDisputed, mailDisputeEnded, mailDisputeReopened } from "./dispute-mails.server";
import { nextLookAtDispute } from "./next-look.server";

const isOpen = ({ status }: Pick<DisputeRow, "status">) => status === "warning" || status === "open";

/**
 * Writes down the disputes of a payment (chargebacks, and the inquiries before them), and marks its order while one is
 * open, so that nothing of it is paid out meanwhile. A lost dispute keeps its mark. Operators get a mail when one
 * begins, grows serious, asks for another sum, ends, or goes on after its end, once each. The order must be locked, and
 * `disputes` must be the provider's current answer. `reconcileRefunds` notes the money that was lost.
 */
export async function noteDisputes(
  trx: Trx,
  services: Services,
  order: OrderRow,
  intentId: string,
  disputes: ProviderDispute[],
): Promise<void> {
  if (disputes.length === 0) return;
  const rows = await trx.selectFrom("disputes").selectAll().where("intentId", "=", intentId).execute();
  for (const dispute of disputes) {
    const previous = rows.find((row) => row._id === dispute.id);
    if (previous?.status === dispute.status && previous.amountCents === dispute.amountCents) continue;
    const { id, amountCents, reason, status, createdAt } = dispute;
    const endedAt = isOpen(dispute) ? null : timestamp(services.clock);
    const lookAt = nextLookAtDispute(services.clock, { createdAt, endedAt });
    await trx
      .insertInto("disputes")
      .values({ _id: id, orderId: order._id, intentId, amountCents, reason, status, createdAt, endedAt, lookAt })
      .onConflict((oc) => oc.column("_id").doUpdateSet({ amountCents, reason, status, endedAt, lookAt }))
      .execute();
    await mailChange(trx, services, order, dispute, previous);
    await tellDisputed(trx, services, order._id, { _id: id, status, amountCents, reason });
  }
  await mark(trx, services, order);
}

async function mailChange(
  trx: Trx,
  services: Services,
  order: OrderRow,
  dispute: ProviderDispute,
  previous: Pick<DisputeRow, "status" | "amountCents"> | undefined,
): Promise<void> {
  if (previous?.status === dispute.status)
    return mailDisputeChanged(trx, services, order, { ...dispute, previousCents: previous.amountCents });
  if (isOpen(dispute))
    return previous && !isOpen(previous)
      ? mailDisputeReopened(trx, services, order, { ...dispute, wasLost: await wasTaken(trx, dispute.id) })
      : mailDisputed(trx, services, order, dispute);
  return mailDisputeEnded(trx, services, order, {
    ...dispute,
    wasLost: dispute.status === "won" && (await wasTaken(trx, dispute.id)),
  });
}

/** Whether the books have followed a dispute that was lost, now or before. */
async function wasTaken(trx: Trx, disputeId: string): Promise<boolean> {
  const row = await trx.selectFrom("refunds").select("_id").where("providerId", "=", disputeId).executeTakeFirst();
  return row !== undefined;
}

/** Marks the order by the disputes of the payment that counts. A second payment is refunded whole by itself. */
async function mark(trx: Trx, services: Services, order: OrderRow): Promise<void> {
  const disputes = await trx
    .selectFrom("disputes")
    .selectAll()
    .where("intentId", "=", order.intentId ?? "")
    .orderBy("createdAt")
    .orderBy("_id")
    .execute();
  const first = disputes.find(isOpen);
  const lostDispute = disputes.find(({ status }) => status === "lost");
  const endedAt = first ? null : (lostDispute?.endedAt ?? null);
  await markDisputed(trx, order._id, first ?? lostDispute, endedAt, timestamp(services.clock));
}
