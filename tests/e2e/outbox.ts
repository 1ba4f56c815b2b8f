import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "@playwright/test";
import PostalMime from "postal-mime";

/** The number of newest mails that are searched: other journeys get theirs meanwhile. */
const NEWEST = 200;
const newest = new Map<string, string>();

/** Returns mails to an address with these words in subject or text, newest first, from the demo server's outbox. */
export async function mailsTo(email: string, words: RegExp): Promise<string[]> {
  const ofStripe = test.info().project.name.startsWith("Stripe");
  const folder = path.resolve(ofStripe ? ".test/e2e-data-stripe" : ".test/e2e-data", "outbox");
  const files = (await readdir(folder).catch(() => []))
    .filter((file) => file.endsWith(".eml"))
    .toSorted()
    .toReversed()
    .slice(0, NEWEST);
  const mails = await Promise.all(
    files.map(async (file) => {
      const at = path.join(folder, file);
      const raw = newest.get(at) ?? (await readFile(at, "utf8"));
      newest.set(at, raw);
      if (!raw.includes(email)) return "";
      const { to, subject, text } = await PostalMime.parse(raw);
      return to?.[0]?.address === email ? `${subject}\n\n${text}` : "";
    }),
  );
  return mails.filter((mail) => mail !== "" && words.test(mail));
}

/** Returns the newest such mail; empty if there is none. */
export async function mailTo(email: string, words: RegExp): Promise<string> {
  return (await mailsTo(email, words))[0] ?? "";
}

/** Waits for a mail with these words and returns the link in it. */
export async function linkFor(email: string, words: RegExp, link: RegExp): Promise<string> {
  let mailText = "";
  await expect
    .poll(async () => (mailText = link.exec(await mailTo(email, words))?.[0] ?? ""), { intervals: [100] })
    .not.toBe("");
  return mailText;
}

/** Waits for a code mailed to an address, other than `after`, and returns it. */
export async function codeFor(email: string, after = ""): Promise<string> {
  let code = "";
  await expect
    .poll(
      async () => {
        code = /(\d{5}) is your/.exec(await mailTo(email, /\d{5} is your/))?.[1] ?? "";
        return code !== "" && code !== after;
      },
      { intervals: [100] },
    )
    .toBe(true);
  return code;
}
