import type { LoaderFunctionArgs } from "@remix-run/node";
import { read } from "~/api/client";
import type { PayoutStatus } from "~/features/payouts/schema";
import { sessionOf, type Notice } from "~/session/session.server";
import { orSayWhy, SETTINGS } from "../payout-account/begin.server";

const SAID: Record<PayoutStatus, string | Notice> = {
  ready: "Your payout account is ready.",
  checking: "Thank you. Your answers are being checked.",
  restricted: { type: "danger", message: "Something more is needed before you can be paid out." },
  disconnected: { type: "danger", message: "Your payout account is no longer connected. Set up payouts again." },
  incomplete: { type: "danger", message: "Your payout account is not complete yet. You can go on at any time." },
  none: { type: "danger", message: "You have no payout account yet." },
};

/** The merchant comes back from the provider's page. Its address does not say how it went, so the provider is asked. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  return orSayWhy(session, async () => {
    const { data } = await read(session.api().product.payment.merchant.account.refresh.$post());
    return session.redirect(SETTINGS, { notice: SAID[data.status] });
  });
}
