import { redirect } from "@remix-run/node";
import { ApiFailure, read } from "~/api/client";
import { guarded, type Session } from "~/session/session.server";
import { UNEXPECTED } from "./sentences";

const GONE = "This order no longer waits for its payment. Nothing was charged just now.";

/** Redirects to the provider's own page: the only address of another site to which a post of ours leads. */
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

/** Shows a refusal on the payment page, which knows what is to be paid now. */
async function orToldOnPage(session: Session, work: () => Promise<Response>): Promise<Response> {
  try {
    return await guarded(session, work);
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    const message = failure.is("no_pending_payment") ? GONE : failure.message || UNEXPECTED;
    return session.redirect("/checkout/payment", { notice: { type: "danger", message } });
  }
}
