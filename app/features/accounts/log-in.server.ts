import { timestamp } from "~/platform/clock";
import { inTransaction } from "~/platform/database/database.server";
import { signedIn, type ApiContext } from "~/platform/http/api.server";
import type { RateLimit } from "~/platform/rate-limiter/rate-limiter.server";
import type { Services } from "~/platform/services.server";
import { emailNotVerified, wrongCredentials } from "./errors.server";
import { lockUser } from "./lock-user.server";
import { mailNewDevice } from "./mails.server";
import { isPassword } from "./passwords.server";
import { categoryIdsOfStore, toUser, userByEmail, userById, userByToken, type UserRecord } from "./queries.server";
import { isKnownBrowser, isNewBrowser, rememberBrowser, type Requester } from "./requester.server";
import type { User } from "./schema";
import { deviceOf } from "./sessions.server";
import { IDLE_SECONDS, issueToken, keepAlive } from "./tokens.server";

/**
 * Tries at one account from one address, and from everywhere, so that a change of address does not help. A browser in
 * which the owner has signed in before has its own tries, so wrong passwords from elsewhere do not lock it.
 */
const perAccount: RateLimit = { name: "login-account", points: 5, seconds: 900 };
const perAccountAnywhere: RateLimit = { name: "login-account-anywhere", points: 50, seconds: 900 };
const perKnownBrowser: RateLimit = { name: "login-browser", points: 5, seconds: 900 };
const perAddress: RateLimit = { name: "login-address", points: 40, seconds: 900 };

/**
 * The person with this email and password. The refusal is the same for a wrong email and a wrong password. A password
 * is only the first factor: a person with a second factor needs that as well.
 */
export async function checkPassword(
  services: Services,
  credentials: { email: string; password: string },
  { browser, address }: Requester,
): Promise<UserRecord> {
  const record = await userByEmail(services.db, credentials.email);
  const limitKey = `${credentials.email} ${address}`;
  const isKnown = record && (await isKnownBrowser(services.db, record._id, browser));
  if (isKnown) await services.rateLimiter.consume(perKnownBrowser, `${record._id} ${browser}`);
  else {
    await services.rateLimiter.consume(perAddress, address);
    await services.rateLimiter.consume(perAccount, limitKey);
    await services.rateLimiter.consume(perAccountAnywhere, credentials.email);
  }
  if (!(await isPassword(record?.passwordHash, credentials.password)) || !record) throw wrongCredentials();
  if (!record.verifiedAt) throw emailNotVerified();
  await services.rateLimiter.reset(perAccount, limitKey);
  await services.rateLimiter.reset(perAccountAnywhere, credentials.email);
  await services.rateLimiter.reset(perKnownBrowser, `${record._id} ${browser}`);
  return record;
}

/**
 * Starts a session for a person who has proven who they are. Returns its token; null when the password has changed
 * since, or the account is deleted.
 */
export async function startSession(
  services: Services,
  record: UserRecord,
  { key }: Requester,
  userAgent: string,
): Promise<{ token: string; user: User } | null> {
  const device = deviceOf(userAgent);
  const token = await inTransaction(services.db, async (trx) => {
    if ((await lockUser(trx, services, record._id))?.passwordHash !== record.passwordHash) return null;
    if (await isNewBrowser(trx, record._id, key))
      await mailNewDevice(trx, services, { email: record.email ?? "", firstName: record.firstName }, device);
    await rememberBrowser(trx, services, record._id, key);
    return issueToken(trx, services, record._id, { device, idleSeconds: IDLE_SECONDS[record.privilege] });
  });
  return token === null ? null : { token, user: await asUser(services, record) };
}

/** The user whose live token has this hash, or null. */
export async function whoHasToken(services: Services, hash: string) {
  const user = await userByToken(services.db, hash, timestamp(services.clock));
  if (!user) return null;
  const { tokenHash, lastUsedAt, idleSeconds, ...record } = user;
  return (await keepAlive(services.db, services, { hash: tokenHash, lastUsedAt, idleSeconds }))
    ? withFactor(services, record)
    : null;
}

/** The record of a user with the state of the second factor. */
export function withFactor<Row extends UserRecord>({ config }: Pick<Services, "config">, record: Row) {
  return { ...record, secondFactor: secondFactorOf(config, record) };
}

export async function asUser(services: Services, record: UserRecord): Promise<User> {
  const categories = record.privilege === "merchant" ? await categoryIdsOfStore(services.db, record._id) : [];
  return toUser(record, categories, secondFactorOf(services.config, record));
}

/** Whether an account has a second factor, or must set one up before it may open anything else. */
export function secondFactorOf(
  { operatorsNeedSecondFactor }: Pick<Services["config"], "operatorsNeedSecondFactor">,
  { factorSince, privilege }: Pick<UserRecord, "factorSince" | "privilege">,
): User["secondFactor"] {
  if (factorSince) return "on";
  return operatorsNeedSecondFactor && privilege === "operator" ? "required" : "off";
}

/** The account with this id, for a caller who has proven to be its owner; undefined once it is deleted. */
export function accountOf({ db }: Pick<Services, "db">, userId: string): Promise<UserRecord | undefined> {
  return userById(db, userId);
}

export type { UserRecord };

/** The whole record of the signed-in user, as the authentication has looked it up. Refuses with 401. */
export async function recordOf(c: ApiContext): Promise<UserRecord> {
  return (await signedIn(c)) as UserRecord;
}
