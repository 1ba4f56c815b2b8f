import { timestamp } from "~/platform/clock";
import { signedIn, type ApiContext } from "~/platform/http/api.server";
import type { RateLimit } from "~/platform/rate-limiter/rate-limiter.server";
import type { Services } from "~/platform/services.server";
import { emailNotVerified, wrongCredentials } from "./errors.server";
import { isPassword } from "./passwords.server";
import { categoryIdsOfStore, toUser, userByEmail, userByToken, type UserRecord } from "./queries.server";
import type { User } from "./schema";
import { issueToken } from "./tokens.server";

/** Tries at one account from one address; and from everywhere, so that the first cannot be walked around. */
const perAccount: RateLimit = { name: "login-account", points: 5, seconds: 900 };
const perAccountAnywhere: RateLimit = { name: "login-account-anywhere", points: 50, seconds: 900 };
const perAddress: RateLimit = { name: "login-address", points: 40, seconds: 900 };

/**
 * Signs a person in and answers a new token. The refusal is one and the same for a wrong email and a wrong password.
 */
export async function logIn(
  services: Services,
  given: { email: string; password: string },
  address: string,
): Promise<{ token: string; user: User }> {
  await services.rateLimiter.consume(perAddress, address);
  const here = `${given.email} ${address}`;
  await services.rateLimiter.consume(perAccount, here);
  await services.rateLimiter.consume(perAccountAnywhere, given.email);
  const record = await userByEmail(services.db, given.email);
  if (!(await isPassword(record?.passwordHash, given.password)) || !record) throw wrongCredentials();
  if (!record.verifiedAt) throw emailNotVerified();
  await services.rateLimiter.reset(perAccount, here);
  await services.rateLimiter.reset(perAccountAnywhere, given.email);
  return { token: await issueToken(services.db, services, record._id), user: await asUser(services, record) };
}

/** The user whose live token has this hash, or null. */
export async function whoHasToken(services: Services, hash: string): Promise<UserRecord | null> {
  return (await userByToken(services.db, hash, timestamp(services.clock))) ?? null;
}

export async function asUser(services: Services, record: UserRecord): Promise<User> {
  return toUser(record, record.privilege === "merchant" ? await categoryIdsOfStore(services.db, record._id) : []);
}

export type { UserRecord };

/** The whole record of the signed-in user, as the authentication has looked it up. Refuses with 401. */
export async function recordOf(c: ApiContext): Promise<UserRecord> {
  return (await signedIn(c)) as UserRecord;
}
