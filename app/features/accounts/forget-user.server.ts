import { detach } from "~/features/media/stored-files.server";
import { timestamp } from "~/platform/clock";
import type { Db, Trx } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { forgetJobsNaming } from "~/platform/jobs/jobs.server";
import { forgetLettersOf } from "./change-email.server";
import type { UserRecord } from "./queries.server";
import { resetJob } from "./reset-password.server";
import { noBilling } from "./schema";
import { signInJob } from "./sign-in-code.server";
import { resendJob, signUpJob } from "./sign-up.server";

/** The sessions of a user, oldest first, expired ones included. */
export function everySessionOf(db: Db, userId: string) {
  return db
    .selectFrom("tokens")
    .select(["device", "createdAt", "lastUsedAt", "expiresAt"])
    .where("userId", "=", userId)
    .orderBy("createdAt")
    .execute();
}

/** Signs a user out everywhere and deletes their data, but keeps an empty row. The address may sign up again. */
export async function forgetUser(
  trx: Trx,
  { clock }: Pick<Services, "clock">,
  { _id, email, imageId }: Pick<UserRecord, "_id" | "email" | "imageId">,
): Promise<void> {
  await trx.deleteFrom("tokens").where("userId", "=", _id).execute();
  await trx.deleteFrom("personalTokens").where("userId", "=", _id).execute();
  await trx.deleteFrom("accountLinks").where("userId", "=", _id).execute();
  await trx.deleteFrom("emailChanges").where("userId", "=", _id).execute();
  await trx.deleteFrom("passwordLinks").where("userId", "=", _id).execute();
  await trx.deleteFrom("signUpClaims").where("userId", "=", _id).execute();
  if (email) await forgetJobsNaming(trx, [signUpJob.kind, resendJob.kind, resetJob.kind, signInJob.kind], email);
  await trx.deleteFrom("knownBrowsers").where("userId", "=", _id).execute();
  await trx.deleteFrom("keptForms").where("userId", "=", _id).execute();
  await trx
    .deleteFrom("codes")
    .where("email", "=", email ?? "")
    .execute();
  await trx
    .updateTable("users")
    .set({
      email: null,
      passwordHash: "",
      firstName: "Former",
      lastName: "customer",
      telephone: "",
      imageId: null,
      extras: JSON.stringify(noBilling),
      deletedAt: timestamp(clock),
      updatedAt: timestamp(clock),
    })
    .where("_id", "=", _id)
    .execute();
  if (imageId) await detach(trx, [imageId]);
}

const BROWSERS_KEPT_DAYS = 365;

/** Deletes expired sessions, tokens, codes, links and kept forms, and browsers that were not seen for a year. */
export async function sweepExpired({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const now = timestamp(clock);
  await db.deleteFrom("tokens").where("expiresAt", "<", now).execute();
  await db.deleteFrom("personalTokens").where("expiresAt", "<", now).execute();
  await db.deleteFrom("codes").where("expiresAt", "<", now).execute();
  await db.deleteFrom("accountLinks").where("expiresAt", "<", now).execute();
  const changes = await db
    .deleteFrom("emailChanges")
    .where("expiresAt", "<", now)
    .returning(["oldEmail", "newEmail"])
    .execute();
  // No row names the owner of these mails any more, so the deletion of that account would not find them.
  await forgetLettersOf(db, changes, "dead");
  await db.deleteFrom("keptForms").where("expiresAt", "<", now).execute();
  await db
    .deleteFrom("knownBrowsers")
    .where("lastSeenAt", "<", timestamp(clock, -BROWSERS_KEPT_DAYS * 86_400))
    .execute();
  await db.deleteFrom("passwordLinks").where("expiresAt", "<", now).execute();
}
