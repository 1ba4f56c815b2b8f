import { createHash, randomInt } from "node:crypto";
import { timestamp } from "~/platform/clock";
import type { Db } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";

/*
 * Ten recovery codes of 120 bits for a person who has lost the app. Even with the database they cannot be guessed.
 * SHA-256 is therefore enough, and wrong tries elsewhere need not lock the owner out.
 */

const HOW_MANY = 10;
/** Digits and letters, without letters that look like others. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 24;

const newCode = () => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
/** The stored form of a typed code: SHA-256, hex. */
export const recoveryHash = (code: string) => hashOf(understood(code));
const hashOf = (code: string) => createHash("sha256").update(`recovery ${code}`).digest("hex");
/** The printed form: six groups of four. */
const printed = (code: string) => code.replace(/(.{4})(?=.)/g, "$1-");

/** A typed code in the letters of `ALPHABET`. Anything between the groups is ignored. */
function understood(code: string): string {
  return code
    .toLowerCase()
    .replaceAll(/[^0-9a-z]/g, "")
    .replaceAll("o", "0")
    .replaceAll(/[il]/g, "1");
}

/** Makes ten new codes and voids the earlier ones. Only this answer contains them in a readable form. */
export async function newRecoveryCodes(db: Db, { clock }: Pick<Services, "clock">, userId: string): Promise<string[]> {
  const codes = Array.from({ length: HOW_MANY }, newCode);
  await forgetRecoveryCodes(db, userId);
  await db
    .insertInto("recoveryCodes")
    .values(codes.map((code) => ({ userId, hash: hashOf(code), usedBy: "", createdAt: timestamp(clock) })))
    .execute();
  return codes.map(printed);
}

/** Whether a code was good. "now": this try used it up. "again": the same try did before, but its answer was lost. */
export type Spent = "now" | "again" | false;

/** Uses up a code for `use`. Of two requests at once, one does. */
export async function spendRecoveryCode(db: Db, userId: string, code: string, use: string): Promise<Spent> {
  const hash = recoveryHash(code);
  const spent = await db
    .updateTable("recoveryCodes")
    .set({ usedBy: use })
    .where("userId", "=", userId)
    .where("hash", "=", hash)
    .where("usedBy", "=", "")
    .executeTakeFirst();
  if (spent.numUpdatedRows === 1n) return "now";
  const before = await db
    .selectFrom("recoveryCodes")
    .select("usedBy")
    .where("userId", "=", userId)
    .where("hash", "=", hash)
    .executeTakeFirst();
  return before?.usedBy === use ? "again" : false;
}

/** How many codes are still good. */
export async function recoveryCodesLeft(db: Db, userId: string): Promise<number> {
  const { n } = await db
    .selectFrom("recoveryCodes")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("userId", "=", userId)
    .where("usedBy", "=", "")
    .executeTakeFirstOrThrow();
  return Number(n);
}

export async function forgetRecoveryCodes(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("recoveryCodes").where("userId", "=", userId).execute();
}
