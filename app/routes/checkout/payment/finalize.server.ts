import { ApiFailure, read } from "~/api/client";
import type { Session } from "~/session/session.server";
import { FINALIZING_FAILED } from "./sentences";

/** Refusals that a retry cannot change: the refund is on its way, and the sentence says so. */
const SETTLED = ["sold_meanwhile", "amount_mismatch", "taken_off_sale", "no_longer_sold"];

/**
 * Places the paid order and redirects to its success page. If the payment did not go through, redirects to the payment
 * page, which says why, or, with `unpaid`, to the cart with that sentence.
 */
export async function finalizeOrder(session: Session, stripeId: string, unpaid?: string): Promise<Response> {
  try {
    const { data: order } = await read(session.api().product.payment.finalize.$post({ json: { stripeId } }));
    return session.redirect(`/checkout/success?order=${order._id}`, {
      cookies: await session.lists.keep({ carts: [] }),
    });
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.status === 401 || failure.status === 403) throw failure;
    const danger = (message: string) => ({ notice: { type: "danger" as const, message } });
    if (SETTLED.some((code) => failure.is(code))) return session.redirect("/shopping_cart", danger(failure.message));
    if (failure.is("paid_twice")) return session.redirect("/customer/order_history", danger(failure.message));
    if (failure.is("payment_not_completed") || failure.is("unknown_payment")) {
      return unpaid ? session.redirect("/shopping_cart", danger(unpaid)) : session.redirect("/checkout/payment");
    }
    // The money has moved and the order is safe. The form asks to try this step again.
    throw new ApiFailure(409, [{ code: "finalizing_failed", message: FINALIZING_FAILED }], failure.requestId);
  }
}
