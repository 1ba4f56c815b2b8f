import { timestamp } from "~/platform/clock";
import { inTransaction } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { checkCode, mayAskForCode, newCode, voidCode } from "./codes.server";
import { commonNewPassword, commonPassword, wrongCode, wrongOldPassword } from "./errors.server";
import { mailPasswordChanged, mailResetCode } from "./mails.server";
import { hashPassword, isCommon, isPassword } from "./passwords.server";
import { userByEmail, userById } from "./queries.server";
import { revokeTokensOf } from "./tokens.server";

/** Mails a code for a new password, if the address has an account; the answer is the same if not. */
export async function askForReset(services: Services, email: string): Promise<void> {
  await mayAskForCode(services, email, "reset");
  const user = await userByEmail(services.db, email);
  if (!user) return;
  await inTransaction(services.db, async (trx) => {
    await mailResetCode(
      trx,
      services,
      { email, firstName: user.firstName },
      await newCode(trx, services, email, "reset"),
    );
  });
}

/** Says whether the code is right, without using it up. */
export async function checkResetCode(services: Services, email: string, otp: string): Promise<void> {
  await checkCode(services.db, services, email, "reset", otp);
}

/** Sets a new password with the mailed code. Every session ends; the address is proven, so it counts as verified. */
export async function resetPassword(services: Services, email: string, otp: string, password: string): Promise<void> {
  if (isCommon(password)) throw commonPassword();
  await checkCode(services.db, services, email, "reset", otp);
  const user = await userByEmail(services.db, email);
  if (!user) throw wrongCode();
  const passwordHash = await hashPassword(password);
  const now = timestamp(services.clock);
  await inTransaction(services.db, async (trx) => {
    await trx
      .updateTable("users")
      .set({ passwordHash, verifiedAt: user.verifiedAt ?? now, updatedAt: now })
      .where("_id", "=", user._id)
      .execute();
    await voidCode(trx, email, "reset");
    await revokeTokensOf(trx, user._id);
    await mailPasswordChanged(trx, services, { email, firstName: user.firstName });
  });
}

/** Changes the password of a signed-in user, and ends every session but the one that asks. */
export async function changePassword(
  services: Services,
  userId: string,
  tokenHash: string,
  given: { oldPassword: string; newPassword: string },
): Promise<void> {
  await services.rateLimiter.consume({ name: "password-account", points: 5, seconds: 900 }, userId);
  const user = await userById(services.db, userId);
  if (!user || !(await isPassword(user.passwordHash, given.oldPassword))) throw wrongOldPassword();
  if (isCommon(given.newPassword)) throw commonNewPassword();
  const passwordHash = await hashPassword(given.newPassword);
  await inTransaction(services.db, async (trx) => {
    await trx
      .updateTable("users")
      .set({ passwordHash, updatedAt: timestamp(services.clock) })
      .where("_id", "=", userId)
      .execute();
    await revokeTokensOf(trx, userId, tokenHash);
    await mailPasswordChanged(trx, services, { email: user.email ?? "", firstName: user.firstName });
  });
}
