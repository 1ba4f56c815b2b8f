import type { User } from "~/features/accounts/schema";
import { providerTrouble } from "~/platform/cards/provider-trouble.server";
import { newId } from "~/platform/ids.server";
import { mailOf } from "~/platform/mail/letter.server";
import { mailTrouble } from "~/platform/mail/mail-trouble.server";
import type { Services } from "~/platform/services.server";

/** The state of a new market: its mail, payments and categories. */
export async function firstStepsOf({ db, config }: Pick<Services, "db" | "config">) {
  const { n } = await db
    .selectFrom("categories")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return {
    mail: { kind: config.smtpUrl ? ("server" as const) : ("files" as const), from: config.mailFrom },
    payments: config.payments,
    categories: Number(n),
  };
}

/** Sends a mail to the requesting operator at once and not as a job, so that its failure can be reported. */
export async function tryMail(
  { config, clock, mail }: Pick<Services, "config" | "clock" | "mail">,
  { email, firstName }: Pick<User, "firstName"> & { email: string | null },
) {
  const trouble = await mailTrouble(config);
  if (trouble || !email) return { message: trouble ?? "Your account has no address.", problem: true };
  const letter = mailOf(
    {
      to: email,
      subject: `${config.market.name} can send mails`,
      greeting: firstName ? `Hello ${firstName},` : "Hello,",
      parts: [
        "this mail was sent to try the mail server. If it lay among spam, run the doctor: it looks at the sender's domain.",
      ],
    },
    config,
  );
  try {
    await mail.send(letter, newId(clock.now()));
  } catch (error) {
    return { message: `The mail server did not take the mail (${(error as Error).message}).`, problem: true };
  }
  return {
    message: config.smtpUrl
      ? `A mail is on its way to ${email}. See that it arrives, and not among spam.`
      : "The mail was written to a file in DATA_DIR/outbox: MAIL=files sends none. Set SMTP_URL before people come.",
    problem: false,
  };
}

/** Asks the card provider whether it knows us. */
export async function tryPayments({ config }: Pick<Services, "config">) {
  const trouble = await providerTrouble(config);
  if (trouble) return { message: trouble, problem: true };
  return {
    message: config.stripe
      ? "Stripe knows us: people can pay. The doctor looks at its webhooks."
      : "These are test payments: no money moves. Set Stripe's three keys before people come.",
    problem: false,
  };
}
