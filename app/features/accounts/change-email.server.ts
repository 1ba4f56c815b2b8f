import { moveSubscriber } from "~/features/newsletter/subscribe.server";
import { moveMessages } from "~/features/support/take-message.server";
import { markMerchantChanged } from "~/features/stores/store-status.server";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Db, type Trx } from "~/platform/database/database.server";
import { isDuplicate } from "~/platform/database/duplicates";
import { forgetAnswersAbout } from "~/platform/http/idempotency.server";
import { newId, newToken } from "~/platform/ids.server";
import { forgetMailsTo } from "~/platform/mail/send-mail.server";
import type { RateLimit } from "~/platform/rate-limiter/rate-limiter.server";
import type { Services } from "~/platform/services.server";
import { voidCodes } from "./codes.server";
import { mailEmailAsked, mailEmailChanged } from "./email-mails.server";
import { addressTaken, deadLink, deadToken, sameAddress, wrongPassword } from "./errors.server";
import type { AccountPart } from "./email-parts";
import { voidLinks } from "./links.server";
import { lockUser } from "./lock-user.server";
import { isPassword } from "./passwords.server";
import { userByEmail, userById, type UserRecord } from "./queries.server";
import { hashToken } from "./tokens.server";

const CONFIRM_HOURS = 24;
const UNDO_DAYS = 7;
const aDay: RateLimit = { name: "email-change", points: 5, seconds: 86_400 };

/**
 * Requests another address for an account. Mails a link to the new address, and a notice to the present one. The result
 * is the same whether or not the new address has an account. Copies `parts` of the account, for an undo.
 */
export async function askForEmail(
  services: Services,
  person: UserRecord,
  input: { email: string; password: string },
  parts: readonly AccountPart[],
): Promise<void> {
  const { db, clock, rateLimiter } = services;
  await rateLimiter.consume({ name: "password-account", points: 5, seconds: 900 }, person._id);
  if (!(await isPassword(person.passwordHash, input.password))) throw wrongPassword();
  const old = person.email ?? "";
  if (input.email === old) throw sameAddress();
  await rateLimiter.consume(aDay, person._id);
  const isTaken = (await userByEmail(db, input.email)) !== undefined;
  const link = newToken();
  await inTransaction(db, async (trx) => {
    const user = await lockUser(trx, services, person._id);
    if (!user) throw deadToken();
    if (user.passwordHash !== person.passwordHash) throw wrongPassword();
    // A new request voids the link of the one before.
    const before = await trx
      .deleteFrom("emailChanges")
      .where("userId", "=", person._id)
      .where("doneAt", "is", null)
      .returning(["oldEmail", "newEmail"])
      .execute();
    await forgetLettersOf(trx, before, "dead");
    const copies: Partial<Record<AccountPart["column"], string>> = {};
    for (const part of parts) copies[part.column] = await part.copy(trx, person._id);
    if (!isTaken)
      await trx
        .insertInto("emailChanges")
        .values({
          ...copies,
          _id: newId(clock.now()),
          userId: person._id,
          oldEmail: old,
          newEmail: input.email,
          confirmHash: hashToken(link),
          undoHash: "",
          doneAt: null,
          expiresAt: timestamp(clock, CONFIRM_HOURS * 3600),
        })
        .execute();
    await mailEmailAsked(trx, services, person, input.email, isTaken ? null : link);
  });
}

/** Gives an account its new address, by the link that was mailed there. Mails the old address a link to undo it. */
export async function confirmEmail(services: Services, link: string): Promise<string> {
  const { db, clock } = services;
  const undo = newToken();
  return inTransaction(db, async (trx) => {
    const change = await trx
      .updateTable("emailChanges")
      .set({ doneAt: timestamp(clock), undoHash: hashToken(undo), expiresAt: timestamp(clock, UNDO_DAYS * 86_400) })
      .where("confirmHash", "=", hashToken(link))
      .where("doneAt", "is", null)
      .where("expiresAt", ">", timestamp(clock))
      .returning(["userId", "oldEmail", "newEmail"])
      .executeTakeFirst();
    const person = change && (await userById(trx, change.userId));
    if (!change || person?.email !== change.oldEmail) throw deadLink();
    await setEmail(trx, services, person, change.newEmail);
    await mailEmailChanged(trx, services, person, change, undo);
    return change.newEmail;
  });
}

/**
 * Changes the address of an account. Codes and links that were mailed to the old address become void. Support messages
 * and the newsletter subscription move to the new one. Mails that wait for the old address are still sent, the undo
 * link among them. Mails that it refused are deleted, because nothing would delete them later.
 */
export async function setEmail(db: Db, { clock }: Services, { _id, email }: UserRecord, to: string): Promise<void> {
  try {
    await db
      .updateTable("users")
      .set({ email: to, updatedAt: timestamp(clock) })
      .where("_id", "=", _id)
      .execute();
  } catch (error) {
    throw isDuplicate(error, "usersEmail") ? addressTaken() : error;
  }
  await markMerchantChanged(db, _id, timestamp(clock));
  await voidCodes(db, email ?? "", "reset");
  await voidLinks(db, _id, "reset", "proven");
  await moveMessages(db, email ?? "", to);
  await moveSubscriber(db, email ?? "", to);
  await forgetMailsTo(db, email ?? "", "dead");
  // Answers that are kept for repeated presses of a mailed link are no longer true.
  await forgetAnswersAbout(db, [email ?? "", to]);
}

/** A person's changes of address that are still stored. */
export function emailChangesOf(db: Db, userId: string) {
  return db
    .selectFrom("emailChanges")
    .select(["oldEmail", "newEmail", "doneAt"])
    .where("userId", "=", userId)
    .orderBy("_id")
    .execute();
}

/** Rewrites the copies of one part of an account that are kept for an undo, after something in them became void. */
export async function rewriteCopies(
  trx: Trx,
  userId: string,
  column: AccountPart["column"],
  rewrite: (copy: string) => string,
): Promise<void> {
  const rows = await trx
    .selectFrom("emailChanges")
    .select(["_id", column])
    .where("userId", "=", userId)
    .where(column, "<>", "")
    .execute();
  for (const row of rows)
    await trx
      .updateTable("emailChanges")
      .set({ [column]: rewrite(row[column]) })
      .where("_id", "=", row._id)
      .execute();
}

/** Deletes the mails to the addresses of some changes, unless an account, perhaps another's, has the address now. */
export async function forgetLettersOf(
  db: Db,
  changes: { oldEmail: string; newEmail: string }[],
  scope: "all" | "dead",
): Promise<void> {
  for (const email of new Set(changes.flatMap(({ oldEmail, newEmail }) => [oldEmail, newEmail])))
    if (!(await userByEmail(db, email))) await forgetMailsTo(db, email, scope);
}
