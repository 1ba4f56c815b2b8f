import { createHash } from "node:crypto";
import { timestamp } from "~/platform/clock";
import type { Db, Trx } from "~/platform/database/database.server";
import type { UserRow } from "~/platform/database/tables";
import { newToken } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";

const HOUR = 3600;
export const SESSION_DAYS = 30;

/** How long a session may be idle, in seconds. A role that may open more gets less. */
export const IDLE_SECONDS: Record<UserRow["privilege"], number> = {
  operator: HOUR / 2,
  merchant: 12 * HOUR,
  buyer: SESSION_DAYS * 24 * HOUR,
};

/** Only the hash of a token is stored, so a reader of the database cannot sign in with it. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** A new token of 256 bits for `userId`, good for 30 days, or until it has lain idle for `idleSeconds`. */
export async function issueToken(
  db: Db,
  { clock }: Pick<Services, "clock">,
  userId: string,
  { device = "", idleSeconds = IDLE_SECONDS.buyer }: { device?: string; idleSeconds?: number } = {},
): Promise<string> {
  const [token, now] = [newToken(), timestamp(clock)];
  await db
    .insertInto("tokens")
    .values({
      hash: hashToken(token),
      userId,
      device,
      idleSeconds,
      createdAt: now,
      lastUsedAt: now,
      provenAt: now,
      expiresAt: timestamp(clock, SESSION_DAYS * 24 * HOUR),
    })
    .execute();
  return token;
}

/**
 * Whether a session that was last used at `lastUsedAt` is still valid. Records the present use only after a thirtieth
 * of `idleSeconds`, because otherwise every page would write.
 */
export async function keepAlive(
  db: Db,
  { clock }: Pick<Services, "clock">,
  { hash, lastUsedAt, idleSeconds }: { hash: string; lastUsedAt: string; idleSeconds: number },
): Promise<boolean> {
  const idle = (clock.now().getTime() - Date.parse(lastUsedAt)) / 1000;
  if (idle >= idleSeconds) return false;
  if (idle > idleSeconds / 30) {
    await db
      .updateTable("tokens")
      .set({ lastUsedAt: timestamp(clock) })
      .where("hash", "=", hash)
      .where("lastUsedAt", "=", lastUsedAt)
      .execute();
  }
  return true;
}

export async function revokeToken(db: Db, hash: string): Promise<void> {
  await db.deleteFrom("tokens").where("hash", "=", hash).execute();
}

/**
 * Ends every access that a user has: sessions, personal tokens, and a waiting change of address, which could take the
 * account. Keeps the session with `exceptHash`. Call it when somebody else may have known the password.
 */
export async function endAccess(
  trx: Trx,
  { clock }: Pick<Services, "clock">,
  userId: string,
  exceptHash = "",
): Promise<void> {
  await revokeTokensOf(trx, userId, exceptHash);
  await trx
    .updateTable("personalTokens")
    .set({ revokedAt: timestamp(clock) })
    .where("userId", "=", userId)
    .where("revokedAt", "is", null)
    .execute();
  await trx.deleteFrom("emailChanges").where("userId", "=", userId).where("doneAt", "is", null).execute();
}

/** Ends every session of a user but the one with `exceptHash`. */
export async function revokeTokensOf(db: Db, userId: string, exceptHash = ""): Promise<void> {
  await db.deleteFrom("tokens").where("userId", "=", userId).where("hash", "<>", exceptHash).execute();
}
