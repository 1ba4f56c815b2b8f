import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { theService } from "./the-service.server";

export interface WrittenMail {
  id: string;
  to: string;
  subject: string;
  date: string;
  text: string;
}

const SHOWN = 50;

/** The newest mails that were written to files instead of being sent. Null without a demo to show them in. */
export async function writtenMails(): Promise<WrittenMail[] | null> {
  const { config } = await theService();
  if (!config.demo || config.smtpUrl) return null;
  const folder = path.join(config.dataDir, "outbox");
  const files = (await readdir(folder).catch(() => []))
    .filter((file) => file.endsWith(".eml"))
    .toSorted()
    .toReversed()
    .slice(0, SHOWN);
  const { default: PostalMime } = await import("postal-mime");
  return Promise.all(
    files.map(async (file) => {
      const mail = await PostalMime.parse(await readFile(path.join(folder, file)));
      return {
        id: file.replace(/\.eml$/, ""),
        to: mail.to?.[0]?.address ?? "",
        subject: mail.subject ?? "",
        date: mail.date ?? "",
        text: mail.text ?? "",
      };
    }),
  );
}
