import { randomBytes } from "node:crypto";
import { wrongCredentials } from "~/features/accounts/errors.server";
import {
  accountOf,
  checkPassword,
  secondFactorOf,
  startSession,
  type UserRecord,
} from "~/features/accounts/log-in.server";
import { provenByCode, provenByLink } from "~/features/accounts/sign-in-code.server";
import type { Requester } from "~/features/accounts/requester.server";
import type { User } from "~/features/accounts/schema";
import { hashToken } from "~/features/accounts/tokens.server";
import type { Services } from "~/platform/services.server";
import { isSignatureOf, signatureOf } from "~/platform/signature.server";
import { checkFactor } from "./check-factor.server";
import { askForPasskey } from "./check-passkey.server";
import { deadChallenge, nothingAnswered } from "./errors.server";
import { waysOf } from "./factors.server";
import type { Assertion } from "./passkey-schema";

const CHALLENGE_MINUTES = 10;

/** The signed-in person, or, where the password is not enough, the challenge for the next step. */
export type SignedIn = { token: string; user: User } | { challenge: string; ways: Awaited<ReturnType<typeof waysOf>> };

/** The first step of signing in: the password. */
export async function signIn(
  services: Services,
  credentials: { email: string; password: string },
  requester: Requester,
  userAgent: string,
): Promise<SignedIn> {
  return signInAs(services, await checkPassword(services, credentials, requester), requester, userAgent);
}

/** The first step by a mailed code, in the browser that asked for it. */
export async function signInByCode(
  services: Services,
  proof: { email: string; otp: string },
  requester: Requester,
  userAgent: string,
): Promise<SignedIn> {
  return signInAs(services, await provenByCode(services, proof, requester), requester, userAgent);
}

/** The first step by a mailed link, in any browser. */
export async function signInByLink(
  services: Services,
  link: string,
  requester: Requester,
  userAgent: string,
): Promise<SignedIn> {
  return signInAs(services, await provenByLink(services, link, requester), requester, userAgent);
}

/** The result of the first step: a session, or the challenge of an account with a second factor. */
async function signInAs(
  services: Services,
  record: UserRecord,
  requester: Requester,
  userAgent: string,
): Promise<SignedIn> {
  if (secondFactorOf(services.config, record) === "on")
    return { challenge: newChallenge(services, record, requester), ways: await waysOf(services, record._id) };
  const session = await startSession(services, record, requester, userAgent);
  if (!session) throw wrongCredentials();
  return session;
}

const useOf = (challenge: string) => `sign in ${hashToken(challenge)}`;

/** The options with which a browser answers a challenge by a passkey. */
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
  await checkFactor(services, { person: record, code, passkey, requester, use: useOf(challenge) });
  const session = await startSession(services, record, requester, userAgent);
  if (!session) throw deadChallenge();
  return session;
}

/*
 * A challenge is signed and stored nowhere. It is valid for ten minutes, in the browser that passed the first step, and
 * while the account keeps its password. A code or passkey can answer only once.
 */
const textOf = (payload: string, { key }: Requester, passwordHash: string) =>
  `sign in ${payload} ${key} ${hashToken(passwordHash)}`;

function newChallenge({ clock, config }: Services, { _id, passwordHash }: UserRecord, requester: Requester): string {
  const until = clock.now().getTime() + CHALLENGE_MINUTES * 60_000;
  // The nonce makes every challenge different, so the answer to one does not answer another.
  const payload = `${_id}.${until}.${randomBytes(12).toString("hex")}`;
  return `${payload}.${signatureOf(config, textOf(payload, requester, passwordHash))}`;
}

async function challenged(services: Services, challenge: string, requester: Requester): Promise<UserRecord> {
  const [userId = "", until = "", nonce = "", signature = ""] = challenge.split(".");
  const record = Number(until) > services.clock.now().getTime() ? await accountOf(services, userId) : undefined;
  const payload = `${userId}.${until}.${nonce}`;
  if (!record || !isSignatureOf(services.config, textOf(payload, requester, record.passwordHash), signature))
    throw deadChallenge();
  return record;
}
