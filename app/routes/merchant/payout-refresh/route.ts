import type { LoaderFunctionArgs } from "@remix-run/node";
import { read } from "~/api/client";
import { guarded, sessionOf } from "~/session/session.server";
import { begin, SETTINGS } from "../payout-account/begin.server";

/**
 * The provider's page was opened too late or twice: a fresh one. An account is made by the button in the settings
 * alone.
 */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const { data } = await guarded(session, () => read(session.api().product.payment.merchant.account.$get()));
  return data.status === "none" ? session.redirect(SETTINGS) : begin(session);
}
