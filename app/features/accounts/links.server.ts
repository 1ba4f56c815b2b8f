import { timestamp } from "~/platform/clock";
import type { Db } from "~/platform/database/database.server";
import type { AccountLinkRow } from "~/platform/database/tables";
import { newToken } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import { hashToken } from "./tokens.server";

/*
 * Links in mails. Each holds 256 random bits and works once. Other people's requests neither use it up nor void it, so
 * an owner who reads the mailbox always gets in. Only hashes are stored.
 */

/** How long a mailed link works. It outlasts a day in which somebody else uses up the codes. */
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

/** Makes a link that is mailed to `userId` and works for a day. Returns its token. */
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

/** The account of a valid link, or null. */
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

/** Uses up a link. False when it is used or expired. Of two requests at once, one gets true. */
export async function spendLink(db: Db, { clock }: Needed, word: string, purpose: Purpose): Promise<boolean> {
  const used = await db
    .deleteFrom("accountLinks")
    .where("hash", "=", hashToken(word))
    .where("purpose", "=", purpose)
    .where("expiresAt", ">", timestamp(clock))
    .executeTakeFirst();
  return used.numDeletedRows === 1n;
}

/** Uses up this browser's proof of the mailbox of `userId`. False without one. */
export function spendProof(db: Db, needed: Needed, userId: string, browser: string): Promise<boolean> {
  return browser === "" ? Promise.resolve(false) : spendLink(db, needed, provenWord(userId, browser), "proven");
}

/** Voids every link of these purposes. */
export async function voidLinks(db: Db, userId: string, ...purposes: Purpose[]): Promise<void> {
  await db.deleteFrom("accountLinks").where("userId", "=", userId).where("purpose", "in", purposes).execute();
}
