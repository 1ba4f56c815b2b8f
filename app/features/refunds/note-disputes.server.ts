import { markDisputed } from "~/features/orders/order.server";
import type { ProviderDispute } from "~/platform/cards/card-provider";
import { timestamp } from "~/platform/clock";
import type { Trx } from "~/platform/database/database.server";
import type { DisputeRow, OrderRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { mailDisputed, mailDisputeEnded } from "./mails.server";

const isOpen = ({ status }: Pick<DisputeRow, "status">) => status === "warning" || status === "open";

/**
 * Writes down what the provider says of a payment's disputes (chargebacks, and the inquiries before them), and marks its order while one is open, so that nothing of
 * it is paid out meanwhile. What was lost keeps its mark. Operators are told when one begins, grows serious, or ends,
 * once each. The order must be locked; the money that was lost is noted by `noteMoneyBack`.
 */
export async function noteDisputes(
  trx: Trx,
  services: Services,
  order: OrderRow,
  intentId: string,
  told: ProviderDispute[],
): Promise<void> {
  if (told.length === 0) return;
  const known = await trx.selectFrom("disputes").selectAll().where("intentId", "=", intentId).execute();
  for (const dispute of told) {
    const before = known.find((row) => row._id === dispute.id);
    // An answer from before the end may be the last to come.
    if (before?.status === dispute.status || (before && !isOpen(before) && isOpen(dispute))) continue;
    const { id, amountCents, reason, status, createdAt } = dispute;
    const endedAt = isOpen(dispute) ? null : timestamp(services.clock);
    await trx
      .insertInto("disputes")
      .values({ _id: id, orderId: order._id, intentId, amountCents, reason, status, createdAt, endedAt })
      .onConflict((oc) => oc.column("_id").doUpdateSet({ amountCents, reason, status, endedAt }))
      .execute();
    if (isOpen(dispute)) await mailDisputed(trx, services, order, dispute);
    else await mailDisputeEnded(trx, services, order, { ...dispute, wasLost: before?.status === "lost" });
  }
  await mark(trx, order);
}

/** By what is said of the payment that counts: a second one goes back whole by itself. */
async function mark(trx: Trx, order: OrderRow): Promise<void> {
  const all = await trx
    .selectFrom("disputes")
    .selectAll()
    .where("intentId", "=", order.intentId ?? "")
    .orderBy("createdAt")
    .orderBy("_id")
    .execute();
  const first = all.find(isOpen);
  const lost = all.find(({ status }) => status === "lost");
  const shown = first ?? lost;
  await markDisputed(trx, order._id, shown, first ? null : (lost?.endedAt ?? null));
}
