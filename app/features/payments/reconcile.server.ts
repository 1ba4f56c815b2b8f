import { timestamp } from "~/platform/clock";
import { Refusal } from "~/platform/refusal";
import type { RecurringJob } from "~/platform/jobs/jobs.server";
import type { Services } from "~/platform/services.server";
import { giveUp } from "./hold-stock.server";
import { placeOrder } from "./place-order.server";

/** A checkout younger than this is left to the buyer's own request. */
const YOUNG_SECONDS = 15;
const MOST_AT_ONCE = 200;

/**
 * Looks at every order that waits for its payment. One that was paid, though nobody came back to say so, is placed;
 * one whose hold has run out is given up. Every 20 seconds, so that a buyer whose browser died waits not long.
 */
export const reconcilePayments: RecurringJob = {
  kind: "payments.reconcile",
  everySeconds: 20,
  async handle(services) {
    await settle(services, await waiting(services));
  },
};

function waiting(services: Services) {
  const { db, clock } = services;
  return db.selectFrom("orders").selectAll()
    .where("status", "=", "pending").where("createdAt", "<", timestamp(clock, -YOUNG_SECONDS))
    .orderBy("heldUntil").limit(MOST_AT_ONCE).execute();
}

async function settle(services: Services, orders: Awaited<ReturnType<typeof waiting>>): Promise<void> {
  const now = timestamp(services.clock);
  for (const order of orders) {
    try {
      const intent = order.intentId ? await services.cards.retrieve(order.intentId) : null;
      if (intent?.status === "succeeded") await placeOrder(intent.id, services);
      else if (order.heldUntil <= now) await giveUp(services, order);
    } catch (error) {
      // A refusal has settled the order already; anything else is tried again at the next round.
      if (!(error instanceof Refusal)) services.log.warn({ order: order._id, reason: String(error) }, "an order could not be reconciled");
    }
  }
}
