import { createHash, randomInt } from "node:crypto";
import { timestamp } from "~/platform/clock";
import type { Db } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";

/*
 * Ten codes of 120 bits for who has lost the app: nobody guesses them, with or without the database, so that SHA-256 will
 * do and nobody's wrong tries elsewhere shut the owner out.
 */

const HOW_MANY = 10;
/** Digits and letters that are not taken for one another. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 24;

const newCode = () => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
/** A code as it is stored: SHA-256 of it as it was typed, hex. */
export const recoveryHash = (code: string) => hashOf(understood(code));
const hashOf = (code: string) => createHash("sha256").update(`recovery ${code}`).digest("hex");
/** As it is printed: six groups of four. */
const printed = (code: string) => code.replace(/(.{4})(?=.)/g, "$1-");

/** A code as it was typed, in the letters that are in use; what is between the groups does not count. */
function understood(code: string): string {
  return code
    .toLowerCase()
    .replaceAll(/[^0-9a-z]/g, "")
    .replaceAll("o", "0")
    .replaceAll(/[il]/g, "1");
}

/** Ten new codes; those before them are void. This is the only time that anybody can read them. */
export async function newRecoveryCodes(db: Db, { clock }: Pick<Services, "clock">, userId: string): Promise<string[]> {
  const codes = Array.from({ length: HOW_MANY }, newCode);
  await forgetRecoveryCodes(db, userId);
  await db
    .insertInto("recoveryCodes")
    .values(codes.map((code) => ({ userId, hash: hashOf(code), usedBy: "", createdAt: timestamp(clock) })))
    .execute();
  return codes.map(printed);
}

/** Whether a code was good: used up by this try, or by the same one whose answer was lost. */
export type Spent = "now" | "again" | false;

/** Uses a code up for `use`. Of two at once one does. */
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
