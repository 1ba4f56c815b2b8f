import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Config } from "~/platform/config.server";
import { PermanentFailure } from "~/platform/jobs/permanent-failure";
import { inSpan } from "~/platform/tracing/tracing.server";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The address behind a mail program's own unsubscribe button, for mails that people have subscribed to. */
  unsubscribe?: string;
}

/** The port to the mail service. */
export interface MailTransport {
  /**
   * Hands one mail over, or throws; a PermanentFailure if this mail will never be taken. `id` is the same at every try,
   * so that a receiver can drop a duplicate.
   */
  send(mail: Mail, id: string): Promise<void>;
  close(): void;
}

/**
 * How long a server may be silent, in milliseconds. Their sum is less than a job may take, because a mail that was
 * given up on must not be sent after all.
 */
const TIMEOUTS = { dnsTimeout: 5000, connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 15_000 };

/** SMTP when SMTP_URL is set; otherwise each mail becomes a file in dataDir/outbox. */
export function mailTransport(
  config: Pick<Config, "smtpUrl" | "dataDir" | "mailFrom" | "publicUrl">,
  timeouts = TIMEOUTS,
): MailTransport {
  return config.smtpUrl ? smtp(config.smtpUrl, config, timeouts) : outbox(path.join(config.dataDir, "outbox"), config);
}

/** Throws if the mail server does not let us in. Sends nothing. */
export async function checkMailServer(url: string): Promise<void> {
  const transporter = await smtpTransporter(url, TIMEOUTS);
  await transporter.verify().finally(() => transporter.close());
}

/** Loaded by the first mail, because no page needs it. */
const nodemailer = () => import("nodemailer").then((loaded) => loaded.default);

async function smtpTransporter(url: string, timeouts: typeof TIMEOUTS) {
  // Given an address, nodemailer reads no other options.
  const address = new URL(url);
  for (const [name, ms] of Object.entries(timeouts)) address.searchParams.set(name, String(ms));
  return (await nodemailer()).createTransport(address.href);
}

function message(mail: Mail, id: string, { mailFrom, publicUrl }: Pick<Config, "mailFrom" | "publicUrl">) {
  return {
    from: mailFrom,
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${id}@${new URL(publicUrl).hostname}>`,
    headers: {
      "Auto-Submitted": "auto-generated",
      // RFC 8058: a mail program's own button posts; a program that only opens links does not.
      ...(mail.unsubscribe && { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
    },
    ...(mail.unsubscribe && { list: { unsubscribe: { url: mail.unsubscribe, comment: "Unsubscribe" } } }),
  };
}

function smtp(url: string, config: Pick<Config, "mailFrom" | "publicUrl">, timeouts: typeof TIMEOUTS): MailTransport {
  let transporter: ReturnType<typeof smtpTransporter> | undefined;
  return {
    async send(mail, id) {
      const carrier = await (transporter ??= smtpTransporter(url, timeouts));
      const sending = inSpan("SMTP send", "client", {}, () => carrier.sendMail(message(mail, id, config)));
      await sending.catch((error: unknown) => {
        throw isRefusedForGood(error) ? new PermanentFailure(error.message, { cause: error }) : error;
      });
    },
    close: () =>
      void transporter?.then(
        (carrier) => carrier.close(),
        () => undefined,
      ),
  };
}

/**
 * Whether the server has refused this receiver or this letter with a 5xx (RFC 5321, 4.2.1), or the address is invalid.
 * A refusal of the sender or the password concerns all mails and is mended in the configuration, so these are tried
 * again.
 */
function isRefusedForGood(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { code, command, responseCode = 0 } = error as { code?: string; command?: string; responseCode?: number };
  if (command === "API") return code === "EENVELOPE";
  return responseCode >= 500 && (command === "RCPT TO" || command === "DATA");
}

function outbox(folder: string, config: Pick<Config, "mailFrom" | "publicUrl">): MailTransport {
  return {
    async send(mail, id) {
      const transporter = (await nodemailer()).createTransport({ streamTransport: true, buffer: true });
      const { message: bytes } = await transporter.sendMail(message(mail, id, config));
      await mkdir(folder, { recursive: true });
      const draft = path.join(folder, `${id}.part`);
      await writeFile(draft, bytes as Buffer);
      await rename(draft, path.join(folder, `${id}.eml`));
    },
    close: () => undefined,
  };
}
