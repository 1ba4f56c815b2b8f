import { emailChangesOf, forgetLettersOf } from "~/features/accounts/change-email.server";
import { forgetUser } from "~/features/accounts/forget-user.server";
import { onlyBuyersLeave, wrongPassword } from "~/features/accounts/errors.server";
import { lockUser } from "~/features/accounts/lock-user.server";
import type { UserRecord } from "~/features/accounts/log-in.server";
import { forgetAddresses } from "~/features/addresses/address-book.server";
import { forgetInAuditLog } from "~/features/audit/audit.server";
import { isPassword } from "~/features/accounts/passwords.server";
import { removeListsOf } from "~/features/cart/change-cart.server";
import { forgetWriterOfMessages } from "~/features/messages/forget-writer.server";
import { forgetDecisionsOf } from "~/features/moderation/objections.server";
import { forgetSubscriber } from "~/features/newsletter/subscribe.server";
import { forgetWatcher } from "~/features/notices/watch.server";
import { callOffUnpaid } from "~/features/unpaid-orders/call-off.server";
import { anonymiseOrdersOf } from "~/features/orders/anonymise-orders.server";
import { endCheckout } from "~/features/checkout/give-up.server";
import { forgetWriter } from "~/features/reviews/forget-writer.server";
import { forgetFactor } from "~/features/second-factor/factors.server";
import { forgetMessagesFrom, messagesFrom } from "~/features/support/take-message.server";
import { inTransaction } from "~/platform/database/database.server";
import { forgetAnswersAbout, forgetAnswersTo } from "~/platform/http/idempotency.server";
import { job } from "~/platform/jobs/jobs.server";
import { forgetMailsTo } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";

/** Removes the deleted rows of a person who left from the database's files. */
export const scrubFiles = job<Record<string, never>>("leaving.scrub", (_payload, { db, dialect }) =>
  dialect.scrub(db, { index: true }),
);

/** Deletes a buyer's account. Sales stay in the books without the person, and the address may sign up again. */
export async function deleteAccount(services: Services, record: UserRecord, password: string): Promise<void> {
  await services.rateLimiter.consume({ name: "password-account", points: 5, seconds: 900 }, record._id);
  if (record.privilege !== "buyer") throw onlyBuyersLeave();
  if (!(await isPassword(record.passwordHash, password))) throw wrongPassword();
  await endCheckout(services, record._id);
  await inTransaction(services.db, async (trx) => {
    const user = await lockUser(trx, services, record._id);
    if (!user) return;
    if (user.passwordHash !== record.passwordHash) throw wrongPassword();
    const email = user.email ?? "";
    const changes = await emailChangesOf(trx, user._id);
    const addresses = [email, ...changes.flatMap(({ oldEmail, newEmail }) => [oldEmail, newEmail])];
    await forgetAnswersTo(trx, user._id);
    await forgetAnswersAbout(trx, addresses);
    await removeListsOf(trx, user._id);
    await forgetAddresses(trx, user._id);
    await forgetWriter(trx, services, user._id);
    await forgetWriterOfMessages(trx, user._id);
    await forgetDecisionsOf(trx, services, user._id);
    await callOffUnpaid(trx, services, user._id);
    await anonymiseOrdersOf(trx, services, user._id);
    await forgetSubscriber(trx, email);
    await forgetWatcher(trx, user._id, email);
    const messages = await messagesFrom(trx, email);
    await forgetInAuditLog(trx, email, [user._id, ...messages.map((message) => message._id)]);
    await forgetMessagesFrom(trx, email);
    await forgetMailsTo(trx, email);
    await forgetLettersOf(trx, changes, "all");
    await forgetFactor(trx, user._id);
    await forgetUser(trx, services, user);
    await scrubFiles.enqueue(trx, services, {});
  });
}
