import { connected } from "./accounts";
import { decidePayment } from "./checkout-sessions";
import { endDispute, newDispute } from "./disputes";
import { text, whole } from "./form";
import { authenticate } from "./payment-intents";
import { endSlowRefunds, moveRefund, newRefund, type RefundStatus } from "./refunds";
import type { Route } from "./routes";
import { recordOf } from "./store";
import type { Trouble, Troubles } from "./troubles";

/** Events outside the shop, which journeys trigger over HTTP: in Stripe's dashboard, at a bank, on the line. */
export function controlRoutes(troubles: Troubles, forgetKeys: () => void): Route[] {
  return [
    [
      "POST",
      "/control/troubles",
      ({ params }) => {
        troubles.expect(text(params["what"]), text(params["trouble"]) as Trouble, whole(params["times"]) ?? 1);
        return { done: true };
      },
    ],
    [
      "POST",
      "/control/forget-keys",
      () => {
        forgetKeys();
        return { done: true };
      },
    ],
    [
      "POST",
      "/control/dispute",
      ({ store, params }) => newDispute(store, text(params["payment_intent"]), text(params["reason"]) || "fraudulent"),
    ],
    [
      "POST",
      "/control/end-dispute",
      ({ store, params }) => {
        endDispute(store, text(params["dispute"]), text(params["status"]) === "won" ? "won" : "lost");
        return recordOf(store.disputes, "dispute", text(params["dispute"]));
      },
    ],
    [
      "POST",
      "/control/refund",
      ({ store, params }) => newRefund(store, text(params["payment_intent"]), whole(params["amount"])),
    ],
    [
      "POST",
      "/control/move-refund",
      ({ store, params }) => {
        moveRefund(store, text(params["refund"]), text(params["status"]) as RefundStatus);
        return recordOf(store.refunds, "refund", text(params["refund"]));
      },
    ],
    [
      "POST",
      "/control/end-slow-refunds",
      ({ store }) => {
        endSlowRefunds(store);
        return { done: true };
      },
    ],
    [
      "POST",
      "/control/authenticate",
      ({ store, params }) =>
        authenticate(
          store,
          recordOf(store.intents, "payment_intent", text(params["payment_intent"])),
          text(params["passed"]) === "1",
        ),
    ],
    [
      "POST",
      "/control/decide",
      ({ store, params }) =>
        decidePayment(
          store,
          recordOf(store.intents, "payment_intent", text(params["payment_intent"])),
          text(params["passed"]) === "1",
        ),
    ],
    [
      "GET",
      "/control/state",
      ({ store }) => ({
        transfers: [...connected(store).transfers.values()],
        intents: [...store.intents.values()],
        charges: [...store.charges.values()],
        refunds: [...store.refunds.values()],
        sessions: [...store.sessions.values()],
        events: store.events.map((event) => event.type),
      }),
    ],
  ];
}
