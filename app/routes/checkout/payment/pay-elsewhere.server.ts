import { redirect } from "@remix-run/node";
import { ApiFailure, read } from "~/api/client";
import { guarded, type Session } from "~/session/session.server";
import { UNEXPECTED } from "./sentences";

const GONE = "This order no longer waits for its payment. Nothing was charged just now.";

/** Leads to the provider's own page: the one address of another site that a post of ours ends at. */
export function toHostedPage(url: string): Response {
  return redirect(url, 303);
}

export function payOnHostedPage(session: Session): Promise<Response> {
  return orToldOnPage(session, async () =>
    toHostedPage((await read(session.api().product.payment.hosted.$post())).data.url),
  );
}

export function mailLink(session: Session, key: FormDataEntryValue | null): Promise<Response> {
  return orToldOnPage(session, async () => {
    const { message } = await read(session.api(key).product.payment.link.$post());
    return session.redirect("/checkout/payment", { notice: message });
  });
}

/** A refusal is told on the payment page, which knows what there is to pay now. */
async function orToldOnPage(session: Session, work: () => Promise<Response>): Promise<Response> {
  try {
    return await guarded(session, work);
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    const message = failure.is("no_pending_payment") ? GONE : failure.message || UNEXPECTED;
    return session.redirect("/checkout/payment", { notice: { type: "danger", message } });
  }
}
