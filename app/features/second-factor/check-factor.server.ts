import { isKnownBrowser, type Requester } from "~/features/accounts/requester.server";
import { inTransaction, type Trx } from "~/platform/database/database.server";
import type { RateLimit } from "~/platform/rate-limiter/rate-limiter.server";
import { Refusal } from "~/platform/refusal";
import { unseal } from "~/platform/seal.server";
import type { Services } from "~/platform/services.server";
import { spendPasskey } from "./check-passkey.server";
import { notOn, unreadableSecret, usedCode, wrongCode } from "./errors.server";
import { noteUsedInCopies } from "./factor-part.server";
import type { Person } from "./factors.server";
import { mailRecoveryCodeUsed } from "./mails.server";
import type { Assertion } from "./passkey-schema";
import { recoveryCodesLeft, recoveryHash, spendRecoveryCode, type Spent } from "./recovery-codes.server";
import { stepOf } from "./totp.server";

/*
 * Only a person who has passed the first step gets this far. Tries are limited for each browser, and for all browsers
 * together in which the account's owner has not signed in before. A guesser elsewhere thus uses up nothing of the
 * owner's. The figures are in docs/security.md. Recovery codes are too long to guess, so only the first limit applies
 * to them.
 */
const perBrowser: RateLimit = { name: "factor-browser", points: 5, seconds: 900 };
const elsewhereLimit: RateLimit = { name: "factor-elsewhere", points: 10, seconds: 86_400 };

/** An attempt. It is repeated with the same `use` and code when its response was lost. */
interface Try {
  person: Pick<Person, "_id" | "email" | "firstName">;
  /** A code of the app, or a recovery code. */
  code?: string | undefined;
  /** A passkey's signature in place of a code. */
  passkey?: Assertion | undefined;
  requester: Requester;
  use: string;
  /** Runs in the transaction that uses up a recovery code, so that both happen or neither. */
  alongside?: (trx: Trx) => Promise<void>;
}

/**
 * Uses up a code of the app, a recovery code or an answer of a passkey. Returns which one, or that the same attempt
 * came before. Refuses a wrong one, a used one, and one try too many.
 */
export async function checkFactor(
  services: Services,
  attempt: Try,
): Promise<"app" | "passkey" | "recovery code" | "again"> {
  const { rateLimiter } = services;
  const { person, passkey, use } = attempt;
  const limitKey = `${person._id} ${attempt.requester.key}`;
  await rateLimiter.consume(perBrowser, limitKey);
  const code = (attempt.code ?? "").replaceAll(/\s/g, "");
  const by = passkey ? "passkey" : /^\d{6}$/.test(code) ? "app" : "recovery code";
  const spent = passkey
    ? await spendPasskey(services, person._id, passkey, use)
    : by === "app"
      ? await spendAppCode(services, { ...attempt, code })
      : await spendAndTell(services, { ...attempt, code });
  if (!spent) throw wrongCode();
  await rateLimiter.reset(perBrowser, limitKey);
  return spent === "again" ? spent : by;
}

/** Uses up a recovery code, whatever it is for, and mails its owner how many are left. */
function spendAndTell(services: Services, { person, code, use, alongside }: Try & { code: string }): Promise<Spent> {
  return inTransaction(services.db, async (trx) => {
    const spent = await spendRecoveryCode(trx, person._id, code, use);
    if (spent !== "now") return spent;
    await noteUsedInCopies(trx, person._id, recoveryHash(code), use);
    await mailRecoveryCodeUsed(trx, services, person, await recoveryCodesLeft(trx, person._id));
    await alongside?.(trx);
    return spent;
  });
}

async function spendAppCode(
  services: Services,
  { person: { _id: userId }, code, requester, use }: Try & { code: string },
): Promise<Spent> {
  const { db, rateLimiter, config, clock, log } = services;
  const isKnown = await isKnownBrowser(db, userId, requester.browser);
  if (!isKnown) await orARecoveryCode(rateLimiter.consume(elsewhereLimit, userId));
  const row = await db
    .selectFrom("authenticators")
    .select(["secret", "lastStep", "lastUse"])
    .where("userId", "=", userId)
    .where("confirmedAt", "is not", null)
    .executeTakeFirst();
  if (!row) throw notOn();
  const secret = unseal(config, row.secret, userId);
  if (secret === null) {
    log.error({ userId }, "the secret of a second factor was sealed under another APP_SECRET");
    throw unreadableSecret();
  }
  const step = stepOf(secret, code, clock.now());
  if (step === null) return false;
  const isRepeated = step === row.lastStep && use === row.lastUse;
  if (!isRepeated) {
    // The request that raises `lastStep` has used the step. Of two concurrent requests, one does.
    const update = await db
      .updateTable("authenticators")
      .set({ lastStep: step, lastUse: use })
      .where("userId", "=", userId)
      .where("lastStep", "<", step)
      .executeTakeFirst();
    if (update.numUpdatedRows !== 1n) throw usedCode();
  }
  if (!isKnown) await rateLimiter.reward(elsewhereLimit, userId);
  return isRepeated ? "again" : "now";
}

async function orARecoveryCode(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 429) throw error;
    const message = "Too many codes were tried for this account today. Please use a recovery code instead.";
    throw new Refusal(429, [{ message, code: "too_many_tries" }], error.headers);
  }
}
