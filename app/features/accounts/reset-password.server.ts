import { timestamp } from "~/platform/clock";
import { inTransaction, type Trx } from "~/platform/database/database.server";
import { job } from "~/platform/jobs/jobs.server";
import type { Services } from "~/platform/services.server";
import { checkCode, mayAskForCode, newCode, spendCode, voidCodes, voidSignIn } from "./codes.server";
import { commonNewPassword, commonPassword, deadLink, wrongCode, wrongOldPassword } from "./errors.server";
import { accountOfLink, newLink, spendLink, spendProof, voidLinks } from "./links.server";
import { mailPasswordChanged, mailResetCode } from "./mails.server";
import { hashPassword, isCommon, isPassword } from "./passwords.server";
import { userByEmail, userById, type UserRecord } from "./queries.server";
import { forgetBrowsers, rememberBrowser, type Requester } from "./requester.server";
import { endAccess } from "./tokens.server";

/** Requests for a new password run after the response, so that response times do not reveal who has an account. */
export const resetJob = job<{ email: string; requester: string }>(
  "accounts.reset",
  async ({ email, requester }, services) => {
    const user = await userByEmail(services.db, email);
    if (!user) return;
    await inTransaction(services.db, async (trx) => {
      const code = await newCode(trx, services, { email, purpose: "reset", requester });
      const link = await newLink(trx, services, user._id, "reset");
      await mailResetCode(trx, services, { email, firstName: user.firstName }, { code, link });
    });
  },
);

/** Mails a code and a link for a new password, if the address has an account; the answer is the same if not. */
export async function askForReset(services: Services, email: string, requester: Requester): Promise<void> {
  await mayAskForCode(services, email, "reset");
  await resetJob.enqueue(services.db, services, { email, requester: requester.key });
}

/** Refuses a wrong code. A right one is not used up. */
export async function checkResetCode(
  services: Services,
  email: string,
  otp: string,
  requester: Requester,
): Promise<void> {
  await checkCode(services, email, "reset", otp, requester);
}

/** Sets a new password with the mailed code. Of two at once, one wins. */
export async function resetPassword(
  services: Services,
  { email, otp, password }: { email: string; otp: string; password: string },
  requester: Requester,
): Promise<void> {
  if (await isCommon(password)) throw commonPassword();
  const right = await checkCode(services, email, "reset", otp, requester);
  const user = await userByEmail(services.db, email);
  if (!user) throw wrongCode();
  await setPassword(services, user, password, requester, async (trx) => {
    if (!(await spendCode(trx, email, "reset", right))) throw wrongCode();
  });
}

/** The same with the link in the mail. */
export async function resetByLink(
  services: Services,
  { link, password }: { link: string; password: string },
  requester: Requester,
): Promise<void> {
  if (await isCommon(password)) throw commonPassword();
  const userId = await accountOfLink(services.db, services, link, "reset");
  const user = userId ? await userById(services.db, userId) : undefined;
  if (!user) throw deadLink();
  await setPassword(services, user, password, requester, async (trx) => {
    if (!(await spendLink(trx, services, link, "reset"))) throw deadLink();
  });
}

/** Sets the first password of an account whose address this browser has just proven. */
export async function chooseFirstPassword(
  services: Services,
  { email, password }: { email: string; password: string },
  requester: Requester,
): Promise<void> {
  if (await isCommon(password)) throw commonPassword();
  const user = await userByEmail(services.db, email);
  if (!user) throw deadLink();
  await setPassword(services, user, password, requester, async (trx) => {
    if (!(await spendProof(trx, services, user._id, requester.browser))) throw deadLink();
  });
}

/** Sets a password and ends all access. The proven address counts as verified. `prove` uses up the proof, or throws. */
async function setPassword(
  services: Services,
  user: UserRecord,
  password: string,
  requester: Requester,
  prove: (trx: Trx) => Promise<void>,
): Promise<void> {
  const passwordHash = await hashPassword(password);
  const [now, email] = [timestamp(services.clock), user.email ?? ""];
  await inTransaction(services.db, async (trx) => {
    await prove(trx);
    await trx
      .updateTable("users")
      .set({ passwordHash, verifiedAt: user.verifiedAt ?? now, updatedAt: now })
      .where("_id", "=", user._id)
      .execute();
    await voidCodes(trx, email, "reset");
    await voidSignIn(trx, email);
    await voidLinks(trx, user._id, "reset", "verify", "proven");
    await endAccess(trx, services, user._id);
    await forgetBrowsers(trx, user._id);
    await rememberBrowser(trx, services, user._id, requester.key);
    await mailPasswordChanged(trx, services, { email, firstName: user.firstName });
  });
}

/** Changes the password of a signed-in user. Ends every personal token, and every session but the requesting one. */
export async function changePassword(
  services: Services,
  userId: string,
  tokenHash: string,
  passwords: { oldPassword: string; newPassword: string },
): Promise<void> {
  await services.rateLimiter.consume({ name: "password-account", points: 5, seconds: 900 }, userId);
  const user = await userById(services.db, userId);
  if (!user) throw wrongOldPassword();
  if (!(await isPassword(user.passwordHash, passwords.oldPassword))) {
    // The request was repeated after a lost answer: the password is already changed.
    if (await isPassword(user.passwordHash, passwords.newPassword)) return;
    throw wrongOldPassword();
  }
  if (await isCommon(passwords.newPassword)) throw commonNewPassword();
  const passwordHash = await hashPassword(passwords.newPassword);
  await inTransaction(services.db, async (trx) => {
    const update = await trx
      .updateTable("users")
      .set({ passwordHash, updatedAt: timestamp(services.clock) })
      .where("_id", "=", userId)
      // The check was a while ago. A password set since then must not be replaced by a person who knew only the old
      // one.
      .where("passwordHash", "=", user.passwordHash)
      .executeTakeFirst();
    if (update.numUpdatedRows !== 1n) throw wrongOldPassword();
    await voidCodes(trx, user.email ?? "", "reset");
    await voidSignIn(trx, user.email ?? "");
    await voidLinks(trx, userId, "reset", "proven");
    await endAccess(trx, services, userId, tokenHash);
    await mailPasswordChanged(trx, services, { email: user.email ?? "", firstName: user.firstName });
  });
}
