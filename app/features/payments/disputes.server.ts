import { timestamp } from "~/platform/clock";
import { inTransaction } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { orderIdOf } from "./attempts.server";
import { mailDisputed } from "./mails.server";

/** The payer's bank asks for a payment back: the order is marked, and the operators are told, once. Nothing of it is paid out to merchants meanwhile. */
export async function noteDispute(services: Services, intentId: string, reason: string): Promise<void> {
  const { db, cards, clock } = services;
  const orderId = await orderIdOf(db, await cards.retrieve(intentId));
  if (!orderId) return;
  await inTransaction(db, async (trx) => {
    const order = await trx.updateTable("orders").set({ disputedAt: timestamp(clock), disputeReason: reason }).where("_id", "=", orderId).where("disputedAt", "is", null).returningAll().executeTakeFirst();
    if (order) await mailDisputed(trx, services, order, reason);
  });
}

/** Ended in the shop's favour: the mark goes, so that merchants get their money. Ended otherwise the money is gone, and the mark stays. */
export async function noteDisputeEnded(services: Services, intentId: string, status: string): Promise<void> {
  if (status !== "won" && status !== "warning_closed") return;
  const orderId = await orderIdOf(services.db, await services.cards.retrieve(intentId));
  if (orderId) await services.db.updateTable("orders").set({ disputedAt: null, disputeReason: "" }).where("_id", "=", orderId).execute();
}
