import { timestamp } from "~/platform/clock";
import type { RateLimit } from "~/platform/rate-limiter/rate-limiter.server";
import type { Services } from "~/platform/services.server";
import { emailNotVerified, wrongCredentials } from "./errors.server";
import { isPassword } from "./passwords.server";
import { categoryIdsOfStore, toUser, userByEmail, userByToken, type UserRecord } from "./queries.server";
import { isKnownBrowser, rememberBrowser, type Requester } from "./requester.server";
import type { User } from "./schema";
import { issueToken } from "./tokens.server";

/**
 * Tries at one account from one address; and from everywhere, so that the first cannot be walked around. A browser in
 * which its owner has signed in before has tries of its own: wrong passwords from elsewhere lock nobody out of it.
 */
const perAccount: RateLimit = { name: "login-account", points: 5, seconds: 900 };
const perAccountAnywhere: RateLimit = { name: "login-account-anywhere", points: 50, seconds: 900 };
const perKnownBrowser: RateLimit = { name: "login-browser", points: 5, seconds: 900 };
const perAddress: RateLimit = { name: "login-address", points: 40, seconds: 900 };

/**
 * Signs a person in and answers a new token. The refusal is one and the same for a wrong email and a wrong password.
 */
export async function logIn(
  services: Services,
  given: { email: string; password: string },
  { browser, address }: Requester,
): Promise<{ token: string; user: User }> {
  const record = await userByEmail(services.db, given.email);
  const here = `${given.email} ${address}`;
  const known = record && (await isKnownBrowser(services.db, record._id, browser));
  if (known) await services.rateLimiter.consume(perKnownBrowser, `${record._id} ${browser}`);
  else {
    await services.rateLimiter.consume(perAddress, address);
    await services.rateLimiter.consume(perAccount, here);
    await services.rateLimiter.consume(perAccountAnywhere, given.email);
  }
  if (!(await isPassword(record?.passwordHash, given.password)) || !record) throw wrongCredentials();
  if (!record.verifiedAt) throw emailNotVerified();
  await services.rateLimiter.reset(perAccount, here);
  await services.rateLimiter.reset(perAccountAnywhere, given.email);
  await services.rateLimiter.reset(perKnownBrowser, `${record._id} ${browser}`);
  await rememberBrowser(services.db, services, record._id, browser);
  return { token: await issueToken(services.db, services, record._id), user: await asUser(services, record) };
}

/** The user whose live token has this hash, or null. */
export async function whoHasToken(services: Services, hash: string): Promise<UserRecord | null> {
  return (await userByToken(services.db, hash, timestamp(services.clock))) ?? null;
}

export async function asUser(services: Services, record: UserRecord): Promise<User> {
  return toUser(record, record.privilege === "merchant" ? await categoryIdsOfStore(services.db, record._id) : []);
}
