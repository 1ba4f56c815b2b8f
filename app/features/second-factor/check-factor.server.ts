import { isKnownBrowser, type Requester } from "~/features/accounts/requester.server";
import type { RateLimit } from "~/platform/rate-limiter/rate-limiter.server";
import { Refusal } from "~/platform/refusal";
import { unseal } from "~/platform/seal.server";
import type { Services } from "~/platform/services.server";
import { spendPasskey } from "./check-passkey.server";
import { notOn, unreadableSecret, usedCode, wrongCode } from "./errors.server";
import type { Assertion } from "./passkey-schema";
import { spendRecoveryCode, type Spent } from "./recovery-codes.server";
import { stepOf } from "./totp.server";

/*
 * Only who has given the right password comes this far. Tries are counted for each browser, and for an account in all
 * browsers in which its owner has not signed in before: a guesser elsewhere uses up nothing of the owner's own. The
 * figures stand in docs/security.md; recovery codes are too long to be guessed, and are bound by the first limit alone.
 */
const perBrowser: RateLimit = { name: "factor-browser", points: 5, seconds: 900 };
const elsewhere: RateLimit = { name: "factor-elsewhere", points: 10, seconds: 86_400 };

/** What a try is for: it comes again with the same code when its answer was lost. */
interface Try {
  userId: string;
  /** Of the app, or a recovery code. */
  code?: string | undefined;
  /** What a passkey has signed, in the place of a code. */
  passkey?: Assertion | undefined;
  requester: Requester;
  use: string;
}

/**
 * Uses up a code of the app, a recovery code or an answer of a passkey; tells which, or that this very try has been made
 * before. Refuses a wrong one, a used one, and one try too many.
 */
export async function checkFactor(
  services: Services,
  tried: Try,
): Promise<"app" | "passkey" | "recovery code" | "again"> {
  const { rateLimiter } = services;
  const { userId, passkey, use } = tried;
  const here = `${userId} ${tried.requester.key}`;
  await rateLimiter.consume(perBrowser, here);
  const code = (tried.code ?? "").replaceAll(/\s/g, "");
  const by = passkey ? "passkey" : /^\d{6}$/.test(code) ? "app" : "recovery code";
  const spent = passkey
    ? await spendPasskey(services, userId, passkey, use)
    : by === "app"
      ? await spendAppCode(services, { ...tried, code })
      : await spendRecoveryCode(services.db, userId, code, use);
  if (!spent) throw wrongCode();
  await rateLimiter.reset(perBrowser, here);
  return spent === "again" ? spent : by;
}

async function spendAppCode(
  services: Services,
  { userId, code, requester, use }: Try & { code: string },
): Promise<Spent> {
  const { db, rateLimiter, config, clock, log } = services;
  const known = await isKnownBrowser(db, userId, requester.browser);
  if (!known) await orARecoveryCode(rateLimiter.consume(elsewhere, userId));
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
    // Whoever moves the mark has used the step; of two at once one does.
    const moved = await db
      .updateTable("authenticators")
      .set({ lastStep: step, lastUse: use })
      .where("userId", "=", userId)
      .where("lastStep", "<", step)
      .executeTakeFirst();
    if (moved.numUpdatedRows !== 1n) throw usedCode();
  }
  if (!known) await rateLimiter.giveBack(elsewhere, userId);
  return isRepeated ? "again" : "now";
}

async function orARecoveryCode(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (refused) {
    if (!(refused instanceof Refusal) || refused.status !== 429) throw refused;
    const message = "Too many codes were tried for this account today. Please use a recovery code instead.";
    throw new Refusal(429, [{ message, code: "too_many_tries" }], refused.headers);
  }
}
