import type { Config } from "~/platform/config.server";
import { checkMailServer } from "./transport.server";

/** Returns a sentence on why the mail server refuses us and what to do; null if it does not, or if there is none. */
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
