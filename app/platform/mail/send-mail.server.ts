import { job } from "~/platform/jobs/jobs.server";
import type { Mail } from "./transport.server";

/**
 * Every mail goes through the jobs table: a mail server that is down for a night loses nothing. A slow one is spoken to
 * over several lines.
 */
export const sendMail = job<Mail>(
  "mail",
  async (mail, services, jobId) => {
    await services.mail.send(mail, jobId);
  },
  { atOnce: 4, attempts: 24 },
);
