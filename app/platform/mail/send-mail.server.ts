import type { Db } from "~/platform/database/database.server";
import { forgetJobs, job } from "~/platform/jobs/jobs.server";
import type { Services } from "~/platform/services.server";
import { mailOf, type Letter } from "./letter.server";
import type { Mail } from "./transport.server";

/**
 * Every mail goes through the jobs table, so a mail server that is down for a night loses nothing. Several mails go out
 * at once, so that a slow server is spoken to over several connections.
 */
export const sendMail = job<Mail>(
  "mail",
  async (mail, services, jobId) => {
    await services.mail.send(mail, jobId);
  },
  { atOnce: 4, attempts: 24 },
);

/** An account holder who gets mail. */
export interface Reader {
  /** Null once the account is deleted; then nothing is written. */
  email: string | null;
  firstName: string;
}

/**
 * Writes to somebody by name, in the transaction of the event that the mail reports. `unsubscribe` is the link that
 * ends such mails with one click. Every mail that is not about an order or the account has it.
 */
export async function mailTo(
  db: Db,
  services: Pick<Services, "clock" | "config">,
  { email, firstName }: Reader,
  subject: string,
  parts: Letter["parts"],
  unsubscribe?: string,
): Promise<void> {
  if (!email) return;
  await sendMail.enqueue(
    db,
    services,
    mailOf(
      {
        to: email,
        subject,
        greeting: firstName ? `Hello ${firstName},` : "Hello,",
        parts,
        ...(unsubscribe !== undefined && { unsubscribe }),
      },
      services.config,
    ),
  );
}

/** Deletes the mails to an address that wait to be sent and those that no server would take; or only the latter. */
export async function forgetMailsTo(db: Db, email: string, scope: "all" | "dead" = "all"): Promise<void> {
  // The payload of a mail begins with its receiver.
  await forgetJobs(db, sendMail.kind, `{"to":${JSON.stringify(email)},`, scope);
}
