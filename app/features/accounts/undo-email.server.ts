import { timestamp } from "~/platform/clock";
import { inTransaction, type Trx } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { forgetLettersOf, setEmail } from "./change-email.server";
import type { AccountPart } from "./email-parts";
import { mailEmailUndone } from "./email-mails.server";
import { deadLink } from "./errors.server";
import { forgetUser } from "./forget-user.server";
import { voidLinks } from "./links.server";
import { userById } from "./queries.server";
import { forgetBrowsers } from "./requester.server";
import { endAccess, hashToken } from "./tokens.server";

/**
 * Returns an account to its old address, by the link that was mailed there, whatever changes came since. A thief keeps
 * nothing: every session, token, link and remembered browser ends. The password becomes void, because the thief knew
 * it. The `parts` become what they were when the change was requested.
 */
export async function undoEmail(services: Services, link: string, parts: readonly AccountPart[]): Promise<string> {
  const { db, clock } = services;
  return inTransaction(db, async (trx) => {
    const change = await trx
      .deleteFrom("emailChanges")
      .where("undoHash", "=", hashToken(link))
      .where("doneAt", "is not", null)
      .where("expiresAt", ">", timestamp(clock))
      .returning(["userId", "oldEmail", "newEmail", "factorBefore", "webhooksBefore"])
      .executeTakeFirst();
    const person = change && (await userById(trx, change.userId));
    if (!change || !person) throw deadLink();
    const since = await forgetSince(trx, change);
    await trx.updateTable("users").set({ passwordHash: "" }).where("_id", "=", person._id).execute();
    await forgetUnproven(trx, services, change.oldEmail);
    await setEmail(trx, services, person, change.oldEmail);
    await forgetLettersOf(trx, since, "dead");
    await endAccess(trx, services, person._id);
    await forgetBrowsers(trx, person._id);
    await trx.deleteFrom("keptForms").where("userId", "=", person._id).execute();
    await voidLinks(trx, person._id, "reset", "proven", "verify");
    // A change that was requested before copies existed has none.
    for (const { column, restore } of parts)
      if (change[column]) await restore(trx, services, person._id, change[column]);
    await mailEmailUndone(trx, services, { email: change.oldEmail, firstName: person.firstName });
    return change.oldEmail;
  });
}

/**
 * Deletes the changes that came after one: each begins at an address that an earlier one led to. Keeps the changes
 * before it, because their old addresses may take the account back, too.
 */
async function forgetSince(trx: Trx, { userId, newEmail }: { userId: string; newEmail: string }) {
  const link = await trx
    .selectFrom("emailChanges")
    .select(["_id", "oldEmail", "newEmail"])
    .where("userId", "=", userId)
    .execute();
  const reached = new Set([newEmail]);
  // The set grows while the loop goes through it.
  for (const email of reached) for (const change of link) if (change.oldEmail === email) reached.add(change.newEmail);
  const since = link.filter(({ oldEmail }) => reached.has(oldEmail));
  const ids = since.map(({ _id }) => _id);
  if (ids.length > 0) await trx.deleteFrom("emailChanges").where("_id", "in", ids).execute();
  return since;
}

/** Deletes an unproven sign-up. It must not keep an address from the person who can read its mailbox. */
async function forgetUnproven(trx: Trx, services: Services, email: string): Promise<void> {
  const unproven = await trx
    .selectFrom("users")
    .select(["_id", "email", "imageId"])
    .where("email", "=", email)
    .where("verifiedAt", "is", null)
    // An invited operator stays, because the invitation was mailed to this address, too.
    .where("privilege", "<>", "operator")
    .executeTakeFirst();
  if (unproven) await forgetUser(trx, services, unproven);
}
