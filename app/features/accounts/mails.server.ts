import type { Db } from "~/platform/database/database.server";
import { mailOf } from "~/platform/mail/letter.server";
import { sendMail } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";

/* The mails about an account. Each is queued in the transaction that it reports. */

interface Person {
  email: string;
  firstName: string;
}

export async function mailVerificationCode(
  db: Db,
  services: Services,
  { email, firstName }: Person,
  { code, link }: { code: string; link: string },
): Promise<void> {
  const { config } = services;
  await sendMail.enqueue(
    db,
    services,
    mailOf(
      {
        to: email,
        subject: `${code} is your ${config.market.name} code`,
        greeting: `Hello ${firstName},`,
        parts: [
          "welcome! Enter this code to verify your email:",
          { code },
          "It is good for 10 minutes. Or open this link within a day, on any device:",
          { button: "Verify my email", href: `${config.publicUrl}/signup/verify_email?link=${link}` },
          "If you did not sign up, you need do nothing: without the code or the link nobody gets in.",
        ],
      },
      config,
    ),
  );
}

export async function mailAlreadyRegistered(db: Db, services: Services, { email, firstName }: Person): Promise<void> {
  const { config } = services;
  await sendMail.enqueue(
    db,
    services,
    mailOf(
      {
        to: email,
        subject: `You already have a ${config.market.name} account`,
        greeting: `Hello ${firstName},`,
        parts: [
          "somebody, probably you, just tried to sign up with this email. You have an account already, so nothing was changed.",
          { button: "Sign in", href: `${config.publicUrl}/login` },
          `If you have forgotten your password, choose a new one at ${config.publicUrl}/reset_password.`,
        ],
      },
      config,
    ),
  );
}

export async function mailResetCode(
  db: Db,
  services: Services,
  { email, firstName }: Person,
  { code, link }: { code: string; link: string },
): Promise<void> {
  const { config } = services;
  await sendMail.enqueue(
    db,
    services,
    mailOf(
      {
        to: email,
        subject: `${code} is your code for a new password`,
        greeting: `Hello ${firstName},`,
        parts: [
          "enter this code to choose a new password:",
          { code },
          "It is good for 10 minutes. Or open this link within a day, on any device:",
          { button: "Choose a new password", href: `${config.publicUrl}/reset_password/newPassword?link=${link}` },
          "If you did not ask for it, your password stays as it is. Give neither to anybody: we never ask for them.",
        ],
      },
      config,
    ),
  );
}

/** The same letter for every address, with or without an account. */
export async function mailSignInCode(
  db: Db,
  services: Services,
  email: string,
  { code, link }: { code: string; link: string },
): Promise<void> {
  const { config } = services;
  await sendMail.enqueue(
    db,
    services,
    mailOf(
      {
        to: email,
        subject: `${code} is your code to sign in`,
        greeting: "Hello,",
        parts: [
          "enter this code where you asked for it:",
          { code },
          "It is good for 10 minutes, in that browser alone. Or open this link within a day, on any device:",
          { button: "Sign in", href: `${config.publicUrl}/login/link?link=${link}` },
          "If you did not ask for it, you need do nothing: without the code or the link nobody gets in. Give neither to anybody: we never ask for them.",
        ],
      },
      config,
    ),
  );
}

export async function mailPasswordChanged(db: Db, services: Services, { email, firstName }: Person): Promise<void> {
  const { config } = services;
  await sendMail.enqueue(
    db,
    services,
    mailOf(
      {
        to: email,
        subject: "Your password was changed",
        greeting: `Hello ${firstName},`,
        parts: [
          "your password was changed just now, every other device was signed out, and the tokens of your programs have ended.",
          `If that was not you, choose a new one at once at ${config.publicUrl}/reset_password and write to us at ${config.market.email}.`,
        ],
      },
      config,
    ),
  );
}

export async function mailNewDevice(
  db: Db,
  services: Services,
  { email, firstName }: Person,
  device: string,
): Promise<void> {
  const { config } = services;
  await sendMail.enqueue(
    db,
    services,
    mailOf(
      {
        to: email,
        subject: `Somebody signed in to your ${config.market.name} account`,
        greeting: `Hello ${firstName},`,
        parts: [
          `your account was just opened where it had not been before: ${device}. If that was you, you need do nothing.`,
          { button: "See where I am signed in", href: `${config.publicUrl}/sessions` },
          `If it was not, choose a new password at once at ${config.publicUrl}/reset_password: that ends every session.`,
        ],
      },
      config,
    ),
  );
}
