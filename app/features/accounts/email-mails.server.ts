import type { Db } from "~/platform/database/database.server";
import { mailTo, type Reader } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";

/* The mails about a change of address. Each is queued in the transaction that it reports. */

/** Mails both addresses. `link` is null if the new address already has an account, which only the mail to it says. */
export async function mailEmailAsked(
  db: Db,
  services: Services,
  person: Reader,
  newEmail: string,
  link: string | null,
): Promise<void> {
  const { market, publicUrl } = services.config;
  await mailTo(
    db,
    services,
    { email: newEmail, firstName: link === null ? "" : person.firstName },
    link === null ? `You already have a ${market.name} account` : `Is this your new address for ${market.name}?`,
    link === null
      ? ["somebody asked to use this address for another account. It has one already, so nothing was changed."]
      : [
          "open this link within a day to use this address from now on:",
          { button: "Use this address", href: `${publicUrl}/security/email/confirm?link=${link}` },
          "If you did not ask for it, you need do nothing.",
        ],
  );
  await mailTo(db, services, person, "Somebody asked to change your address", [
    `your account is to have the address ${newEmail}. It has this one until that is confirmed.`,
    `If that was not you, choose a new password at once at ${publicUrl}/reset_password and write to us at ${market.email}.`,
  ]);
}

export async function mailEmailChanged(
  db: Db,
  services: Services,
  { firstName }: Reader,
  { oldEmail, newEmail }: { oldEmail: string; newEmail: string },
  undo: string,
): Promise<void> {
  const { publicUrl, market } = services.config;
  await mailTo(db, services, { email: oldEmail, firstName }, "Your address was changed", [
    `your account has the address ${newEmail} from now on. If that was you, you need do nothing.`,
    "If it was not, this link undoes it within 7 days, and ends whatever was set up since:",
    { button: "Take it back", href: `${publicUrl}/security/email/undo?link=${undo}` },
  ]);
  await mailTo(db, services, { email: newEmail, firstName }, "Your address was changed", [
    `this is the address of your ${market.name} account from now on. You sign in with it.`,
  ]);
}

export async function mailEmailUndone(db: Db, services: Services, person: Reader): Promise<void> {
  const { publicUrl } = services.config;
  await mailTo(db, services, person, "Your address is yours again", [
    "the change of your address was undone. Every session and every token of a program has ended, and the password is void.",
    "Your second factor and your webhooks are what they were when the change was requested. If money is sent to you, check the bank account for your payouts once you are signed in.",
    { button: "Choose a new password", href: `${publicUrl}/reset_password` },
  ]);
}
