import type { Db } from "~/platform/database/database.server";
import { mailTo } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";

const SAID = {
  opened: "an account for your payouts was opened at Stripe just now. Its bank details decide where your money goes.",
  submitted: "the details of your payout account at Stripe, where your money goes, were handed in just now.",
};

/** Tells a merchant what was done to where their money goes, in the transaction that does it. */
export async function mailPayoutAccount(
  db: Db,
  services: Services,
  merchantId: string,
  what: keyof typeof SAID,
): Promise<void> {
  const { config } = services;
  const merchant = await db
    .selectFrom("users")
    .select(["email", "firstName"])
    .where("_id", "=", merchantId)
    .executeTakeFirst();
  if (!merchant) return;
  await mailTo(db, services, merchant, "Your payout account has changed", [
    SAID[what],
    { button: "See my payout account", href: `${config.publicUrl}/merchant/account_settings#payouts` },
    `If that was not you, choose a new password at once at ${config.publicUrl}/reset_password and write to us at ${config.market.email}.`,
  ]);
}
