import type { Db } from "~/platform/database/database.server";
import { mailTo, type Reader } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";

type Needed = Pick<Services, "clock" | "config">;

/* The mails about a second factor. Each is queued in the transaction that it reports. */

const ifNotYou = ({ config }: Needed) =>
  `If that was not you, choose a new password at once at ${config.publicUrl}/reset_password and write to us at ${config.market.email}.`;
const securityPage = ({ config }: Needed) => ({
  button: "Security of my account",
  href: `${config.publicUrl}/security`,
});

export async function mailFactorOn(db: Db, services: Needed, person: Reader, by: string): Promise<void> {
  await mailTo(db, services, person, "Your second factor is on", [
    `from now on signing in takes ${by} beside the password.`,
    "Keep the ten recovery codes where you find them without your phone.",
    securityPage(services),
    ifNotYou(services),
  ]);
}

export async function mailFactorOff(db: Db, services: Needed, person: Reader): Promise<void> {
  await mailTo(db, services, person, "Your second factor is off", [
    "signing in takes only your password again. The recovery codes are void.",
    securityPage(services),
    ifNotYou(services),
  ]);
}

export async function mailNewRecoveryCodes(db: Db, services: Needed, person: Reader): Promise<void> {
  await mailTo(db, services, person, "You have new recovery codes", [
    "ten new recovery codes were made for your account just now. The ones before them are void.",
    securityPage(services),
    ifNotYou(services),
  ]);
}

export async function mailRecoveryCodeUsed(db: Db, services: Needed, person: Reader, codesLeft: number): Promise<void> {
  await mailTo(db, services, person, "A recovery code was used", [
    `one of your recovery codes was used just now, to sign in to your account or to show who is there. It is void. ${codesLeft} of them ${codesLeft === 1 ? "is" : "are"} left.`,
    securityPage(services),
    ifNotYou(services),
  ]);
}

export async function mailFactorLifted(db: Db, services: Needed, person: Reader, reason: string): Promise<void> {
  await mailTo(db, services, person, "Your second factor was lifted", [
    `our team has switched your second factor off, for this reason: ${reason}`,
    "Every session and every token of your programs has ended. Signing in takes only your password again, and you can set a new factor up at any time.",
    securityPage(services),
    ifNotYou(services),
  ]);
}

export async function mailAppAdded(db: Db, services: Needed, person: Reader): Promise<void> {
  await mailTo(db, services, person, "An app was added to your account", [
    "from now on a code of your app lets you in as well, beside the password. Your recovery codes stay what they are.",
    securityPage(services),
    ifNotYou(services),
  ]);
}

export async function mailPasskeyAdded(db: Db, services: Needed, person: Reader, name: string): Promise<void> {
  await mailTo(db, services, person, "A passkey was added to your account", [
    `from now on the passkey that is called ${name} lets you in, beside the password.`,
    securityPage(services),
    ifNotYou(services),
  ]);
}

export async function mailPasskeyRemoved(db: Db, services: Needed, person: Reader, name: string): Promise<void> {
  await mailTo(db, services, person, "A passkey was removed from your account", [
    `the passkey that is called ${name} does not let anybody in any more.`,
    securityPage(services),
    ifNotYou(services),
  ]);
}

export async function mailPasskeyCopied(db: Db, services: Needed, person: Reader, name: string): Promise<void> {
  await mailTo(db, services, person, "A passkey was refused", [
    `somebody who knows your password tried to sign in with the passkey that is called ${name}, and it counted backwards, as one does that was copied. Nobody was let in. Remove it on your security page.`,
    securityPage(services),
    ifNotYou(services),
  ]);
}
