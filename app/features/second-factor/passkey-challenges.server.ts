import { createHash, randomBytes } from "node:crypto";
import { timestamp } from "~/platform/clock";
import type { Db } from "~/platform/database/database.server";
import type { RateLimit } from "~/platform/rate-limiter/rate-limiter.server";
import type { Services } from "~/platform/services.server";
import { wrongPasskey } from "./errors.server";

/*
 * Words for passkeys to sign. Each is good for one person, one session or one step of signing in, five minutes, and one
 * answer: that very answer may come again, for the one to it may have been lost.
 */

const SECONDS = 300;
const requestLimit: RateLimit = { name: "passkey-challenges", points: 30, seconds: 900 };

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** A new word of 256 bits. */
export async function newPasskeyChallenge(
  services: Services,
  userId: string,
  scope: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const { db, clock, rateLimiter } = services;
  await rateLimiter.consume(requestLimit, userId);
  const word = new Uint8Array(randomBytes(32));
  await db
    .insertInto("factorChallenges")
    .values({
      hash: hashOf(Buffer.from(word).toString("base64url")),
      userId,
      scope,
      answer: "",
      expiresAt: timestamp(clock, SECONDS),
    })
    .execute();
  return word;
}

/** The word that an answer says it has signed, from its `clientDataJSON`. Refuses with 422 what is no such thing. */
export function wordSignedIn(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString()) as { challenge?: unknown };
    if (typeof challenge === "string") return challenge;
  } catch {
    // Answered below.
  }
  throw wrongPasskey();
}

/** An answer to a word, as it came in: told apart from any other by the bytes that were signed, and the signature. */
export interface Answer {
  userId: string;
  scope: string;
  /** The content of the response, in one text. */
  text: string;
}

/** Whether a word waits for this answer, has had this very one, or takes none (any more). */
export async function stateOfChallenge(
  { db, clock }: Pick<Services, "db" | "clock">,
  word: string,
  { userId, scope, text }: Answer,
): Promise<"open" | "again" | "dead"> {
  const row = await db
    .selectFrom("factorChallenges")
    .select("answer")
    .where("hash", "=", hashOf(word))
    .where("userId", "=", userId)
    .where("scope", "=", scope)
    .where("expiresAt", ">", timestamp(clock))
    .executeTakeFirst();
  if (!row) return "dead";
  return row.answer === "" ? "open" : row.answer === hashOf(text) ? "again" : "dead";
}

/** Uses a word up for a right answer. Of two at once one does. */
export async function useChallenge(db: Db, word: string, { text }: Answer): Promise<boolean> {
  const used = await db
    .updateTable("factorChallenges")
    .set({ answer: hashOf(text) })
    .where("hash", "=", hashOf(word))
    .where("answer", "=", "")
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

/** Takes a word away that had a wrong answer. */
export async function burnChallenge(db: Db, word: string): Promise<void> {
  await db.deleteFrom("factorChallenges").where("hash", "=", hashOf(word)).where("answer", "=", "").execute();
}

/** Forgets words whose time is over. */
export async function sweepPasskeyChallenges({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  await db.deleteFrom("factorChallenges").where("expiresAt", "<=", timestamp(clock)).execute();
}
