import { timestamp } from "~/platform/clock";
import { inTransaction } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { orderIdOf } from "./attempts.server";
import { mailDisputed } from "./mails.server";

/** The payer's bank asks for a payment back: the order is marked, and the operators are told, once. */
export async function noteDispute(services: Services, intentId: string, reason: string): Promise<void> {
  const { db, cards, clock } = services;
  const orderId = await orderIdOf(db, await cards.retrieve(intentId));
  if (!orderId) return;
  await inTransaction(db, async (trx) => {
    const order = await trx.updateTable("orders").set({ disputedAt: timestamp(clock), disputeReason: reason }).where("_id", "=", orderId).where("disputedAt", "is", null).returningAll().executeTakeFirst();
    if (order) await mailDisputed(trx, services, order, reason);
  });
}
