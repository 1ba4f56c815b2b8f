import { completeIfPaid, expireDue, payOnPage, wordsOf } from "./checkout-sessions";
import { readForm, text } from "./form";
import { authenticationPage, hostedPage } from "./pages";
import { authenticate } from "./payment-intents";
import { recordOf, type Store } from "./store";

export type Shown = { html: string; status?: number } | { to: string };

const successOf = (url: string | null, sessionId: string) =>
  (url ?? "/").replaceAll("{CHECKOUT_SESSION_ID}", sessionId);

/** The pages that a payer is sent to: Checkout, and the bank's. Null for any other address. */
export function payerPage(store: Store, method: string, path: string, body: string): Shown | null {
  const [, kind, id = ""] = /^\/(c\/pay|authenticate)\/(\w+)$/.exec(path) ?? [];
  if (kind === "c/pay") return method === "POST" ? paid(store, id, body) : checkout(store, id);
  if (kind === "authenticate")
    return method === "POST"
      ? decisionPage(store, id, text(readForm(body)["passed"]) === "1")
      : { html: authenticationPage(recordOf(store.intents, "payment_intent", id)) };
  return null;
}

function checkout(store: Store, id: string, failed = ""): Shown {
  expireDue(store);
  const session = recordOf(store.sessions, "checkout.session", id);
  return { html: hostedPage(session, failed), status: failed ? 402 : 200 };
}

function paid(store: Store, id: string, body: string): Shown {
  const session = recordOf(store.sessions, "checkout.session", id);
  try {
    const intent = payOnPage(store, session, text(readForm(body)["number"]));
    return {
      to: intent.status === "requires_action" ? `/authenticate/${intent.id}` : successOf(session.success_url, id),
    };
  } catch (error) {
    return checkout(store, id, wordsOf(error));
  }
}

function decisionPage(store: Store, id: string, isApproved: boolean): Shown {
  const intent = authenticate(store, recordOf(store.intents, "payment_intent", id), isApproved);
  const session = completeIfPaid(store, intent);
  if (session)
    return { to: intent.status === "succeeded" ? successOf(session.success_url, session.id) : `/c/pay/${session.id}` };
  const back = new URL(store.returnUrls.get(id) || store.base);
  back.searchParams.set("payment_intent", intent.id);
  back.searchParams.set("payment_intent_client_secret", intent.client_secret ?? "");
  back.searchParams.set("redirect_status", intent.status === "succeeded" ? "succeeded" : "failed");
  return { to: back.href };
}
