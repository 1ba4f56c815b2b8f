import { randomInt } from "node:crypto";
import { timestamp } from "~/platform/clock";
import type { Db } from "~/platform/database/database.server";
import type { RateLimit } from "~/platform/rate-limiter/rate-limiter.server";
import { Refusal } from "~/platform/refusal";
import type { Services } from "~/platform/services.server";
import { isSignatureOf, signatureOf } from "~/platform/signature.server";
import { newToken } from "~/platform/ids.server";
import { wrongCode } from "./errors.server";
import { LINK_HOURS } from "./links.server";
import { hashToken } from "./tokens.server";
import type { Requester } from "./requester.server";

export type CodePurpose = "verify" | "reset" | "sign-in";
/** The purpose of a row that holds no code, but the link beside one. */
const SIGN_IN_LINK = "sign-in-link";

/*
 * Five-digit codes. Each browser that asks has its own code and its own tries, so others cannot use up the owner's. The
 * guesses of all browsers together are limited, for an account and for all accounts. The figures are in
 * docs/security.md. None of these limits applies to the link beside the code in the mail.
 */

const MINUTES = 10;
const TRIES = 5;
/** One code a minute to an address. */
const wait: RateLimit = { name: "code-wait", points: 1, seconds: 60 };
/** Mails with a code to one address in a day, for all requesters together. They count even if it has no account. */
const perDay: RateLimit = { name: "code-day", points: 10, seconds: 86_400 };
/** Tries in a day at one account's newest code, from browsers that did not ask for it. */
const elsewhereLimit: RateLimit = { name: "code-elsewhere", points: 10, seconds: 86_400 };
/** Wrong codes in a day at all accounts together: a chance of one in a hundred that one of them was right. */
const everywhere: RateLimit = { name: "code-everywhere", points: 1000, seconds: 86_400 };

const openTheLink = "Too many codes were asked for or tried. Please open the link in the newest mail instead.";

/** Runs `work`. When it reaches a limit, the refusal says that the link in the mail still works. */
async function orTheLink(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Refusal && error.status === 429)
      throw new Refusal(429, [{ message: openTheLink, code: "too_many_tries" }], error.headers);
    throw error;
  }
}

/**
 * Refuses with 429 when anybody asked for a code for `email` within the last minute, or ten times today. The links in
 * the mails that were sent still work.
 */
export async function mayAskForCode({ rateLimiter }: Services, email: string, purpose: CodePurpose): Promise<void> {
  await rateLimiter.consume(wait, `${purpose} ${email}`);
  await orTheLink(rateLimiter.consume(perDay, email));
}

/* The hash is keyed, because five digits could be found from a plain hash at once. */
const textOf = (email: string, purpose: CodePurpose, code: string) => `${purpose} ${email} ${code}`;

/**
 * Makes a new five-digit code for the browser that asked, and voids its earlier one. The registration that the earlier
 * code would complete is kept unless `pending` is given.
 */
export async function newCode(
  db: Db,
  services: Services,
  { email, purpose, requester }: { email: string; purpose: CodePurpose; requester: string },
  pending?: string,
): Promise<string> {
  const code = String(randomInt(0, 100_000)).padStart(5, "0");
  const row = {
    email,
    purpose,
    requester,
    hash: signatureOf(services.config, textOf(email, purpose, code)),
    sentAt: timestamp(services.clock),
    expiresAt: timestamp(services.clock, MINUTES * 60),
    triesLeft: TRIES,
  };
  await db
    .insertInto("codes")
    .values({ ...row, pending: pending ?? "" })
    .onConflict((oc) => oc.columns(["email", "purpose", "requester"]).doUpdateSet({ ...row, pending }))
    .execute();
  return code;
}

/**
 * Refuses a wrong, expired or worn-out code. Returns the hash of a right one, which stays good until `spendCode` gets
 * that hash. A code to sign in is right only in the browser that asked for it.
 */
export async function checkCode(
  services: Services,
  email: string,
  purpose: CodePurpose,
  code: string,
  requester: Requester,
): Promise<string> {
  const { db, clock, config, rateLimiter } = services;
  const isRight = ({ hash }: { hash: string }) => isSignatureOf(config, textOf(email, purpose, code), hash);
  const ofOwn = db
    .updateTable("codes")
    .where("email", "=", email)
    .where("purpose", "=", purpose)
    .where("requester", "=", requester.key);
  await orTheLink(rateLimiter.consume(everywhere, "all"));
  // Counting the try comes first: requests at the same moment cannot all see the same number of tries left.
  const ownCodes = await ofOwn
    .set((eb) => ({ triesLeft: eb("triesLeft", "-", 1) }))
    .where("triesLeft", ">", 0)
    .where("expiresAt", ">", timestamp(clock))
    .returning("hash")
    .executeTakeFirst();
  if (ownCodes && isRight(ownCodes)) {
    await rateLimiter.reward(everywhere, "all");
    await ofOwn
      .set((eb) => ({ triesLeft: eb("triesLeft", "+", 1) }))
      .where("hash", "=", ownCodes.hash)
      .execute();
    return ownCodes.hash;
  }
  if (purpose === "sign-in") throw wrongCode();
  // The newest code may have been asked for in another browser: by the same person, or by somebody else meanwhile.
  const newest = await db
    .selectFrom("codes")
    .select(["requester", "hash"])
    .where("email", "=", email)
    .where("purpose", "=", purpose)
    .where("expiresAt", ">", timestamp(clock))
    .orderBy("sentAt", "desc")
    .orderBy((eb) => eb.case().when("requester", "=", requester.key).then(1).else(0).end())
    .limit(1)
    .executeTakeFirst();
  // This browser's own code is the newest, and it is wrong or worn out. There is no other to try.
  if (newest?.requester === requester.key) throw wrongCode();
  await orTheLink(rateLimiter.consume(elsewhereLimit, `${purpose} ${email}`));
  if (!newest || !isRight(newest)) throw wrongCode();
  await rateLimiter.reward(everywhere, "all");
  return newest.hash;
}

/** Uses up a right code and every other code of this purpose. False when another request was quicker. */
export async function spendCode(db: Db, email: string, purpose: CodePurpose, hash: string): Promise<boolean> {
  const used = await db
    .deleteFrom("codes")
    .where("email", "=", email)
    .where("purpose", "=", purpose)
    .where("hash", "=", hash)
    .executeTakeFirst();
  if (used.numDeletedRows === 0n) return false;
  await voidCodes(db, email, purpose);
  return true;
}

/**
 * Makes a link that signs in whoever reads the mailbox of `email`, in any browser, and returns its token. Like all
 * links it lasts for a day, and other people's requests do not void it.
 */
export async function newSignInLink(db: Db, { clock }: Pick<Services, "clock">, email: string): Promise<string> {
  const word = newToken();
  const hash = hashToken(word);
  const row = { email, purpose: SIGN_IN_LINK, requester: hash, hash } as const;
  const expiresAt = timestamp(clock, LINK_HOURS * 3600);
  await db
    .insertInto("codes")
    .values({ ...row, sentAt: timestamp(clock), expiresAt, triesLeft: 1, pending: "" })
    .execute();
  return word;
}

/** Uses up such a link. False when it is used or expired, or belongs to another address. */
export async function spendSignInLink(
  db: Db,
  { clock }: Pick<Services, "clock">,
  email: string,
  word: string,
): Promise<boolean> {
  const used = await db
    .deleteFrom("codes")
    .where("email", "=", email)
    .where("purpose", "=", SIGN_IN_LINK)
    .where("requester", "=", hashToken(word))
    .where("expiresAt", ">", timestamp(clock))
    .executeTakeFirst();
  return used.numDeletedRows === 1n;
}

/** Voids every code and link for signing in by the mailbox of `email`. */
export async function voidSignIn(db: Db, email: string): Promise<void> {
  await db.deleteFrom("codes").where("email", "=", email).where("purpose", "in", ["sign-in", SIGN_IN_LINK]).execute();
}

/** The registration that a browser typed for this address and that waits for its code; empty without one. */
export async function pendingOf(db: Db, email: string, requester: string): Promise<string> {
  const row = await db
    .selectFrom("codes")
    .select("pending")
    .where("email", "=", email)
    .where("purpose", "=", "verify")
    .where("requester", "=", requester)
    .executeTakeFirst();
  return row?.pending ?? "";
}

export async function voidCodes(db: Db, email: string, purpose: CodePurpose): Promise<void> {
  await db.deleteFrom("codes").where("email", "=", email).where("purpose", "=", purpose).execute();
}
