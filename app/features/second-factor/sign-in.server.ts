import { randomBytes } from "node:crypto";
import { wrongCredentials } from "~/features/accounts/errors.server";
import {
  accountOf,
  checkPassword,
  secondFactorOf,
  startSession,
  type UserRecord,
} from "~/features/accounts/log-in.server";
import type { Requester } from "~/features/accounts/requester.server";
import type { User } from "~/features/accounts/schema";
import { hashToken } from "~/features/accounts/tokens.server";
import { inTransaction } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { isSignatureOf, signatureOf } from "~/platform/signature.server";
import { checkFactor } from "./check-factor.server";
import { askForPasskey } from "./check-passkey.server";
import { deadChallenge, nothingAnswered } from "./errors.server";
import { waysOf } from "./factors.server";
import { mailRecoveryCodeUsed } from "./mails.server";
import type { Assertion } from "./passkey-schema";
import { recoveryCodesLeft } from "./recovery-codes.server";

const CHALLENGE_MINUTES = 10;

/** Who is let in; or, where the password is not enough, what stands for it in the next step. */
export type SignedIn = { token: string; user: User } | { challenge: string; ways: Awaited<ReturnType<typeof waysOf>> };

/** The first step of signing in: the password. */
export async function signIn(
  services: Services,
  given: { email: string; password: string },
  requester: Requester,
  userAgent: string,
): Promise<SignedIn> {
  const record = await checkPassword(services, given, requester);
  if (secondFactorOf(services.config, record) === "on")
    return { challenge: newChallenge(services, record, requester), ways: await waysOf(services, record._id) };
  const session = await startSession(services, record, requester, userAgent);
  if (!session) throw wrongCredentials();
  return session;
}

const useOf = (challenge: string) => `sign in ${hashToken(challenge)}`;

/** What a browser needs to answer a challenge by a passkey. */
export async function askForPasskeyOf(services: Services, challenge: string, requester: Requester) {
  const { _id } = await challenged(services, challenge, requester);
  return askForPasskey(services, _id, useOf(challenge));
}

/** The second step: a code of the app, a recovery code, or a passkey. */
export async function answerChallenge(
  services: Services,
  { challenge, code, passkey }: { challenge: string; code?: string | undefined; passkey?: Assertion | undefined },
  requester: Requester,
  userAgent: string,
): Promise<{ token: string; user: User }> {
  const record = await challenged(services, challenge, requester);
  if (!code && !passkey) throw nothingAnswered();
  const by = await checkFactor(services, { userId: record._id, code, passkey, requester, use: useOf(challenge) });
  if (by === "recovery code")
    await inTransaction(services.db, async (trx) =>
      mailRecoveryCodeUsed(trx, services, record, await recoveryCodesLeft(trx, record._id)),
    );
  const session = await startSession(services, record, requester, userAgent);
  if (!session) throw deadChallenge();
  return session;
}

/*
 * A challenge is signed and stored nowhere. It holds for the browser that was right about the password, as long as that
 * password is the account's, and for ten minutes. What it is answered with can be used once.
 */
const textOf = (named: string, { key }: Requester, passwordHash: string) =>
  `sign in ${named} ${key} ${hashToken(passwordHash)}`;

function newChallenge({ clock, config }: Services, { _id, passwordHash }: UserRecord, requester: Requester): string {
  const until = clock.now().getTime() + CHALLENGE_MINUTES * 60_000;
  // No two are alike: what one was answered with is no answer to another.
  const named = `${_id}.${until}.${randomBytes(12).toString("hex")}`;
  return `${named}.${signatureOf(config, textOf(named, requester, passwordHash))}`;
}

async function challenged(services: Services, challenge: string, requester: Requester): Promise<UserRecord> {
  const [userId = "", until = "", once = "", signature = ""] = challenge.split(".");
  const record = Number(until) > services.clock.now().getTime() ? await accountOf(services, userId) : undefined;
  const named = `${userId}.${until}.${once}`;
  if (!record || !isSignatureOf(services.config, textOf(named, requester, record.passwordHash), signature))
    throw deadChallenge();
  return record;
}
