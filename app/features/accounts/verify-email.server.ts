import { timestamp } from "~/platform/clock";
import { inTransaction, type Trx } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { checkCode, pendingOf, spendCode, voidCodes } from "./codes.server";
import { deadLink, wrongCode } from "./errors.server";
import { accountOfLink, noteProven, spendLink, voidLinks } from "./links.server";
import { userByEmail, userById, type UserRecord } from "./queries.server";
import { beganSignUp, startAgain, type Registration } from "./register.server";
import { rememberBrowser, type Requester } from "./requester.server";

/** The result of proving an address. */
export interface Verified {
  email: string;
  /** Whether a password must still be chosen, because the sign-up began elsewhere, perhaps by somebody else. */
  choosePassword: boolean;
}

/** Takes the mailed code and makes the account usable. */
export async function verifyEmail(
  services: Services,
  email: string,
  otp: string,
  requester: Requester,
): Promise<Verified> {
  const right = await checkCode(services, email, "verify", otp, requester);
  return inTransaction(services.db, async (trx) => {
    const user = await userByEmail(trx, email);
    // This read must come before the codes are void, because a registration is stored beside its code.
    const pending = await pendingOf(trx, email, requester.key);
    if (!user || !(await spendCode(trx, email, "verify", right))) throw wrongCode();
    return confirmAddress(trx, services, user, requester, pending);
  });
}

/** The same with the link beside the code. Other people's tries cannot use it up. */
export async function verifyByLink(services: Services, word: string, requester: Requester): Promise<Verified> {
  return inTransaction(services.db, async (trx) => {
    const userId = await accountOfLink(trx, services, word, "verify");
    const user = userId ? await userById(trx, userId) : undefined;
    if (!user || !(await spendLink(trx, services, word, "verify"))) throw deadLink();
    return confirmAddress(trx, services, user, requester, await pendingOf(trx, user.email ?? "", requester.key));
  });
}

/**
 * Makes a waiting account usable for the person who has proven its address. A password counts only when this browser
 * typed it. Otherwise somebody could sign up with another's address and wait until its owner confirms it.
 */
export async function confirmAddress(
  trx: Trx,
  services: Services,
  user: UserRecord,
  requester: Requester,
  pending: string,
): Promise<Verified> {
  if (user.verifiedAt) throw wrongCode();
  const [now, email] = [timestamp(services.clock), user.email ?? ""];
  const isOwnSignUp = pending !== "" || (await beganSignUp(trx, user._id, requester.key));
  if (pending !== "") await startAgain(trx, services, user, JSON.parse(pending) as Registration);
  const verified = await trx
    .updateTable("users")
    .set({ verifiedAt: now, updatedAt: now, ...(!isOwnSignUp && { passwordHash: "" }) })
    .where("_id", "=", user._id)
    .where("verifiedAt", "is", null)
    .executeTakeFirst();
  if (verified.numUpdatedRows !== 1n) throw wrongCode();
  await voidCodes(trx, email, "verify");
  await voidLinks(trx, user._id, "verify");
  await trx.deleteFrom("signUpClaims").where("userId", "=", user._id).execute();
  if (isOwnSignUp) await rememberBrowser(trx, services, user._id, requester.key);
  else if (requester.browser !== "") await noteProven(trx, services, user._id, requester.browser);
  return { email, choosePassword: !isOwnSignUp };
}
