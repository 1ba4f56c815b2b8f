import { redirect } from "@remix-run/node";
import { ApiFailure, read } from "~/api/client";
import { guarded, type Session } from "~/session/session.server";

/** The settings at their part about payouts, which on a phone is far below the top. */
export const SETTINGS = "/merchant/account_settings#payouts";

/** Redirects to the provider's page that opens a payout account, or back to the settings with the reason why not. */
export async function begin(session: Session, key: FormDataEntryValue | null = null): Promise<Response> {
  return orSayWhy(session, async () => {
    try {
      const { data } = await read(session.api(key).product.payment.merchant.account.onboarding.$post());
      return redirect(data.url, 303);
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || !failure.is("proof_needed")) throw failure;
      return session.redirect("/merchant/payout_account/confirm");
    }
  });
}

/** Runs the work. A refusal redirects to the settings with its sentence. */
export async function orSayWhy(session: Session, work: () => Promise<Response>): Promise<Response> {
  try {
    return await guarded(session, work);
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    return session.redirect(SETTINGS, { notice: { type: "danger", message: failure.message } });
  }
}
