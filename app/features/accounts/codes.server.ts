import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import { timestamp } from "~/platform/clock";
import type { Db } from "~/platform/database/database.server";
import type { RateLimit } from "~/platform/rate-limiter/rate-limiter.server";
import type { Services } from "~/platform/services.server";
import { wrongCode } from "./errors.server";

export type CodePurpose = "verify" | "reset";

const MINUTES = 10;
const TRIES = 5;
/** One code a minute, and ten a day, to an address; counted whether or not it has an account. */
const wait: RateLimit = { name: "code-wait", points: 1, seconds: 60 };
const perDay: RateLimit = { name: "code-day", points: 10, seconds: 86_400 };

/** Refuses with 429 when a code for `email` was asked for within the last minute, or ten times today. */
export async function mayAskForCode(services: Services, email: string, purpose: CodePurpose): Promise<void> {
  await services.rateLimiter.consume(wait, `${purpose} ${email}`);
  await services.rateLimiter.consume(perDay, email);
}

function digest(services: Services, email: string, purpose: CodePurpose, code: string): string {
  // Keyed: five digits alone could be found from a plain hash at once.
  return createHmac("sha256", services.config.secret).update(`${purpose} ${email} ${code}`).digest("hex");
}

/**
 * Makes a new code of five digits for `email`; the one before is void. What it completes stays what it was unless
 * `pending` is given.
 */
export async function newCode(
  db: Db,
  services: Services,
  email: string,
  purpose: CodePurpose,
  pending?: string,
): Promise<string> {
  const code = String(randomInt(0, 100_000)).padStart(5, "0");
  const row = {
    email,
    purpose,
    hash: digest(services, email, purpose, code),
    sentAt: timestamp(services.clock),
    expiresAt: timestamp(services.clock, MINUTES * 60),
    triesLeft: TRIES,
  };
  await db
    .insertInto("codes")
    .values({ ...row, pending: pending ?? "" })
    .onConflict((oc) =>
      oc.columns(["email", "purpose"]).doUpdateSet({ ...row, ...(pending !== undefined && { pending }) }),
    )
    .execute();
  return code;
}

/** Refuses a wrong, expired or worn-out code. A right one stays good until `voidCode`; answers what it completes. */
export async function checkCode(
  db: Db,
  services: Services,
  email: string,
  purpose: CodePurpose,
  code: string,
): Promise<string> {
  // The try is counted first and for sure: many at once cannot all see the same number of tries left.
  const counted = await db
    .updateTable("codes")
    .set((eb) => ({ triesLeft: eb("triesLeft", "-", 1) }))
    .where("email", "=", email)
    .where("purpose", "=", purpose)
    .where("triesLeft", ">", 0)
    .where("expiresAt", ">", timestamp(services.clock))
    .returning(["hash", "pending"])
    .executeTakeFirst();
  const given = digest(services, email, purpose, code);
  if (!counted || !timingSafeEqual(Buffer.from(counted.hash), Buffer.from(given))) throw wrongCode();
  await db
    .updateTable("codes")
    .set((eb) => ({ triesLeft: eb("triesLeft", "+", 1) }))
    .where("email", "=", email)
    .where("purpose", "=", purpose)
    .where("hash", "=", given)
    .execute();
  return counted.pending;
}

/** Whether a code of this purpose was made for the address and not used up since. */
export async function hasCode(db: Db, email: string, purpose: CodePurpose): Promise<boolean> {
  return (
    (await db
      .selectFrom("codes")
      .select("email")
      .where("email", "=", email)
      .where("purpose", "=", purpose)
      .executeTakeFirst()) !== undefined
  );
}

export async function voidCode(db: Db, email: string, purpose: CodePurpose): Promise<void> {
  await db.deleteFrom("codes").where("email", "=", email).where("purpose", "=", purpose).execute();
}
