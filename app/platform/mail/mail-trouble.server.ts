import type { Config } from "~/platform/config.server";
import { checkMailServer } from "./transport.server";

/** A sentence on why the mail server does not let us in, with what to do; null where it does, or where there is none. */
export async function mailTrouble({ smtpUrl }: Pick<Config, "smtpUrl">): Promise<string | null> {
  if (!smtpUrl) return null;
  try {
    await checkMailServer(smtpUrl);
    return null;
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    return code === "EAUTH"
      ? `The mail server refuses the name or password in SMTP_URL (${message}).`
      : `The mail server does not let us in (${message}). See that SMTP_URL is right, and that its port is open from here. Mails wait meanwhile.`;
  }
}
