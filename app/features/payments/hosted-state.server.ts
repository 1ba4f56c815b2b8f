import { IntentUnknown, type HostedPage } from "~/platform/cards/card-provider";
import type { OrderRow, PaymentAttemptRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { markSettled, openAttempts } from "./attempts.server";

/**
 * How it stands with a page of the provider's: it can be paid on; its payment takes its time, went through, or came
 * to nothing for good.
 */
export type PageState = "open" | "under way" | "paid" | "over";

/**
 * The state of an attempt's page, and the payment made there. That a page is complete says only that its payer is done:
 * the payment itself is asked. What its last card was refused with is kept for the payment page.
 */
export async function stateOfPage(
  { db, cards }: Pick<Services, "db" | "cards">,
  attempt: PaymentAttemptRow,
  page: HostedPage,
): Promise<{ state: PageState; intentId: string | null }> {
  if (page.status !== "complete" || !page.intentId)
    return { state: page.status === "expired" ? "over" : "open", intentId: page.intentId };
  const intent = await cards.retrieve(page.intentId);
  if (intent.status === "succeeded") return { state: "paid", intentId: intent.id };
  if (intent.status === "processing" || intent.status === "requires_action")
    return { state: "under way", intentId: intent.id };
  if (intent.lastError)
    await db
      .updateTable("paymentAttempts")
      .set({ lastError: intent.lastError })
      .where("_id", "=", attempt._id)
      .execute();
  return { state: "over", intentId: intent.id };
}

/**
 * The payment of a waiting order that was made on one of its pages, by the page's id; null while there is none. Whoever
 * has made one is not to be asked for another.
 */
export async function paymentOnPage(
  services: Services,
  order: Pick<OrderRow, "_id">,
): Promise<{ stripeId: string; status: "processing" | "succeeded" } | null> {
  const { db, cards } = services;
  if (!cards.hostedPages) return null;
  for (const attempt of await openAttempts(db, order._id)) {
    if (!attempt.sessionId) continue;
    const page = await cards.hostedPages.retrieve(attempt.sessionId).catch(unlessUnknown);
    const { state } = page ? await stateOfPage(services, attempt, page) : { state: "over" };
    if (state === "paid" || state === "under way")
      return { stripeId: attempt.sessionId, status: state === "paid" ? "succeeded" : "processing" };
    // The way is free for another page.
    if (state === "over") await markSettled(db, services, attempt);
  }
  return null;
}

function unlessUnknown(error: unknown): null {
  if (error instanceof IntentUnknown) return null;
  throw error;
}
