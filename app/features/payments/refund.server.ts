import { timestamp } from "~/platform/clock";
import { inTransaction } from "~/platform/database/database.server";
import { job, type Job } from "~/platform/jobs/jobs.server";
import { mailRefundOnItsWay } from "./mails.server";

/** Gives money back through the provider: for a whole order, a merchant's part of it, or single pieces. The provider knows it by its id: trying again moves nothing twice. */
const giveMoneyBack = job<{ refundId: string }>("refund", async ({ refundId }, services) => {
  const row = await services.db.selectFrom("refunds as r").innerJoin("orders as o", "o._id", "r.orderId").selectAll("r").select("o.provider").where("r._id", "=", refundId).executeTakeFirstOrThrow();
  if (row.doneAt) return;
  // An order from before the shop took real cards moved no money, so there is none to give back.
  const isPretended = row.provider === "test" && services.cards.name !== "test";
  const providerId = isPretended ? null : (await services.cards.refund({ intentId: row.intentId, amountCents: row.amountCents, refundId })).id;
  await inTransaction(services.db, async (trx) => {
    const done = await trx.updateTable("refunds").set({ providerId, doneAt: timestamp(services.clock) }).where("_id", "=", refundId).where("doneAt", "is", null).executeTakeFirst();
    if (done.numUpdatedRows !== 1n) return;
    const order = await trx.selectFrom("orders").selectAll().where("_id", "=", row.orderId).executeTakeFirstOrThrow();
    await mailRefundOnItsWay(trx, services, { ...order, amountCents: row.amountCents }, row.reason);
  });
});

/** What the job of a refund is called, so that one that failed for good is found again. */
export const refundJobKey = (refundId: string): string => `refund ${refundId}`;

export const refund: Job<{ refundId: string }> = {
  ...giveMoneyBack,
  enqueue: (db, services, payload) => giveMoneyBack.enqueue(db, services, payload, { uniqueKey: refundJobKey(payload.refundId) }),
};
