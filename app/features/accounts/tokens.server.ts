import { createHash } from "node:crypto";
import { timestamp } from "~/platform/clock";
import type { Db } from "~/platform/database/database.server";
import { newToken } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";

export const SESSION_DAYS = 30;

/** Only the hash of a token is stored: who reads the database cannot sign in with it. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** A new token of 256 bits for `userId`, good for 30 days. */
export async function issueToken(db: Db, { clock }: Pick<Services, "clock">, userId: string): Promise<string> {
  const token = newToken();
  await db
    .insertInto("tokens")
    .values({
      hash: hashToken(token),
      userId,
      createdAt: timestamp(clock),
      expiresAt: timestamp(clock, SESSION_DAYS * 86_400),
    })
    .execute();
  return token;
}

export async function revokeToken(db: Db, hash: string): Promise<void> {
  await db.deleteFrom("tokens").where("hash", "=", hash).execute();
}

/** Ends every session of a user but, where given, the one that asks. */
export async function revokeTokensOf(db: Db, userId: string, exceptHash = ""): Promise<void> {
  await db.deleteFrom("tokens").where("userId", "=", userId).where("hash", "<>", exceptHash).execute();
}
