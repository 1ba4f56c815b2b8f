import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import nodemailer from "nodemailer";
import type { Config } from "~/platform/config.server";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where a mail program's own unsubscribe button leads; for letters that were subscribed to. */
  unsubscribe?: string;
}

/** The port to whoever carries mail. */
export interface MailTransport {
  /** Hands one mail over, or throws. `id` is the same at every try, so that a receiver can drop a double. */
  send(mail: Mail, id: string): Promise<void>;
  close(): void;
}

/** SMTP when SMTP_URL is set; otherwise each mail becomes a file in dataDir/outbox. */
export function mailTransport(config: Pick<Config, "smtpUrl" | "dataDir" | "mailFrom" | "publicUrl">): MailTransport {
  return config.smtpUrl ? smtp(config.smtpUrl, config) : outbox(path.join(config.dataDir, "outbox"), config);
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

function smtp(url: string, config: Pick<Config, "mailFrom" | "publicUrl">): MailTransport {
  // Together less than a job may take: a mail that was given up on must not be sent after all.
  const timeouts = { dnsTimeout: 5000, connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 15_000 };
  const transporter = nodemailer.createTransport({ url, ...timeouts });
  return {
    async send(mail, id) {
      await transporter.sendMail(message(mail, id, config));
    },
    close: () => transporter.close(),
  };
}

function outbox(folder: string, config: Pick<Config, "mailFrom" | "publicUrl">): MailTransport {
  const transporter = nodemailer.createTransport({ streamTransport: true, buffer: true });
  return {
    async send(mail, id) {
      const { message: bytes } = await transporter.sendMail(message(mail, id, config));
      await mkdir(folder, { recursive: true });
      const draft = path.join(folder, `${id}.part`);
      await writeFile(draft, bytes as Buffer);
      await rename(draft, path.join(folder, `${id}.eml`));
    },
    close: () => undefined,
  };
}
