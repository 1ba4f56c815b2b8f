import { createHash, randomBytes } from "node:crypto";
import { timestamp } from "~/platform/clock";
import type { Db } from "~/platform/database/database.server";
import type { RateLimit } from "~/platform/rate-limiter/rate-limiter.server";
import type { Services } from "~/platform/services.server";
import { wrongPasskey } from "./errors.server";

/*
 * Challenges for passkeys to sign. Each is for one person and one session or sign-in, and takes one answer within five
 * minutes. The same answer may come again, because the response to it may have been lost.
 */

const SECONDS = 300;
const requestLimit: RateLimit = { name: "passkey-challenges", points: 30, seconds: 900 };

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** A new challenge of 256 bits. */
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

/** The challenge that an answer says it has signed, from its `clientDataJSON`. Refuses invalid content with 422. */
export function wordSignedIn(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString()) as { challenge?: unknown };
    if (typeof challenge === "string") return challenge;
  } catch {
    // The refusal below answers it.
  }
  throw wrongPasskey();
}

/** An answer to a challenge, as it was received. The signed bytes and the signature identify it. */
export interface Answer {
  userId: string;
  scope: string;
  /** The content of the response, as one text. */
  text: string;
}

/** Whether a challenge waits for this answer (open), has had the same one (again), or takes none (dead). */
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

/** Uses up a challenge with a right answer. Of two requests at once, one gets true. */
export async function useChallenge(db: Db, word: string, { text }: Answer): Promise<boolean> {
  const used = await db
    .updateTable("factorChallenges")
    .set({ answer: hashOf(text) })
    .where("hash", "=", hashOf(word))
    .where("answer", "=", "")
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

/** Deletes a challenge that had a wrong answer. */
export async function burnChallenge(db: Db, word: string): Promise<void> {
  await db.deleteFrom("factorChallenges").where("hash", "=", hashOf(word)).where("answer", "=", "").execute();
}

/** Deletes expired challenges. */
export async function sweepPasskeyChallenges({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  await db.deleteFrom("factorChallenges").where("expiresAt", "<=", timestamp(clock)).execute();
}
