import { timestamp } from "~/platform/clock";
import type { Db } from "~/platform/database/database.server";
import type { AccountLinkRow } from "~/platform/database/tables";
import { newToken } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import { hashToken } from "./tokens.server";

/*
 * Links in mails. Each is 256 bits, works once, and cannot be worn out or made void by somebody else's asking: as long
 * as its owner reads the mailbox, there is a way in. Only hashes are stored.
 */

/** How long the link in a mail works: longer than the day's codes can be used up by somebody else. */
export const LINK_HOURS = 24;
/** How long a browser may choose a password after it has proven the mailbox with a code. */
const PROVEN_MINUTES = 30;

type Purpose = AccountLinkRow["purpose"];
type Needed = Pick<Services, "clock">;

async function insert(db: Db, row: AccountLinkRow): Promise<void> {
  await db
    .insertInto("accountLinks")
    .values(row)
    .onConflict((oc) => oc.column("hash").doUpdateSet({ userId: row.userId, expiresAt: row.expiresAt }))
    .execute();
}

/** A new word for a link that `userId` is mailed, good for a day. */
export async function newLink(db: Db, { clock }: Needed, userId: string, purpose: Purpose): Promise<string> {
  const word = newToken();
  await insert(db, { hash: hashToken(word), userId, purpose, expiresAt: timestamp(clock, LINK_HOURS * 3600) });
  return word;
}

const provenWord = (userId: string, browser: string) => `proven ${userId} ${browser}`;

/** Notes that this browser has proven the mailbox of `userId`, and may choose a password within half an hour. */
export async function noteProven(db: Db, { clock }: Needed, userId: string, browser: string): Promise<void> {
  const expiresAt = timestamp(clock, PROVEN_MINUTES * 60);
  await insert(db, { hash: hashToken(provenWord(userId, browser)), userId, purpose: "proven", expiresAt });
}

/** The account that a living link is for, or null. */
export async function accountOfLink(db: Db, { clock }: Needed, word: string, purpose: Purpose): Promise<string | null> {
  const row = await db
    .selectFrom("accountLinks")
    .select("userId")
    .where("hash", "=", hashToken(word))
    .where("purpose", "=", purpose)
    .where("expiresAt", ">", timestamp(clock))
    .executeTakeFirst();
  return row?.userId ?? null;
}

/** Uses a link up; false when it has been used or its time is over. Of two at once one gets true. */
export async function spendLink(db: Db, { clock }: Needed, word: string, purpose: Purpose): Promise<boolean> {
  const used = await db
    .deleteFrom("accountLinks")
    .where("hash", "=", hashToken(word))
    .where("purpose", "=", purpose)
    .where("expiresAt", ">", timestamp(clock))
    .executeTakeFirst();
  return used.numDeletedRows === 1n;
}

/** Uses up what this browser has proven of the mailbox of `userId`. */
export function spendProof(db: Db, needed: Needed, userId: string, browser: string): Promise<boolean> {
  return browser === "" ? Promise.resolve(false) : spendLink(db, needed, provenWord(userId, browser), "proven");
}

/** Makes every link of these purposes void. */
export async function voidLinks(db: Db, userId: string, ...purposes: Purpose[]): Promise<void> {
  await db.deleteFrom("accountLinks").where("userId", "=", userId).where("purpose", "in", purposes).execute();
}
