import type { LoaderFunctionArgs } from "@remix-run/node";
import { read } from "~/api/client";
import { guarded, sessionOf } from "~/session/session.server";
import { begin, SETTINGS } from "../payout-account/begin.server";

/**
 * Redirects to a fresh page of the provider after the last one was opened too late or twice. Only the button in the
 * settings makes an account.
 */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const { data } = await guarded(session, () => read(session.api().product.payment.merchant.account.$get()));
  return data.status === "none" ? session.redirect(SETTINGS) : begin(session);
}
