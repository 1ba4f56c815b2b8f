import { emailChangesOf, forgetLettersOf } from "~/features/accounts/change-email.server";
import { forgetUser, everySessionOf } from "~/features/accounts/forget-user.server";
import { personalTokensOf } from "~/features/accounts/personal-tokens.server";
import { onlyBuyersLeave, wrongPassword } from "~/features/accounts/errors.server";
import { lockUser } from "~/features/accounts/lock-user.server";
import { asUser, type UserRecord } from "~/features/accounts/log-in.server";
import { forgetInAuditLog } from "~/features/audit/audit.server";
import { isPassword } from "~/features/accounts/passwords.server";
import { removeListsOf, savedListsOf } from "~/features/cart/change-cart.server";
import { forgetSubscriber, subscriptionOf } from "~/features/newsletter/subscribe.server";
import { anonymiseOrdersOf } from "~/features/orders/anonymise-orders.server";
import { everyOrderOf } from "~/features/orders/buyer-orders.server";
import { endCheckout } from "~/features/payments/give-up.server";
import { factorStateOf, forgetFactor } from "~/features/second-factor/factors.server";
import { forgetMessagesFrom, messagesFrom } from "~/features/support/take-message.server";
import { timestamp } from "~/platform/clock";
import { inTransaction } from "~/platform/database/database.server";
import { forgetAnswersTo } from "~/platform/http/idempotency.server";
import { forgetMailsTo } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";

/** Everything that is kept about a person, for the person. */
export async function everythingAbout(services: Services, record: UserRecord) {
  const { db, clock } = services;
  const email = record.email ?? "";
  const [user, lists, orders] = [
    await asUser(services, record),
    await savedListsOf(services, record._id),
    await everyOrderOf(services, record._id),
  ];
  const [sessions, secondFactor] = [await everySessionOf(db, record._id), await factorStateOf(services, record._id)];
  const emailChanges = await emailChangesOf(db, record._id);
  const personalTokens = await personalTokensOf(db, services, record._id);
  const [newsletter, messages] = [await subscriptionOf(db, email), await messagesFrom(db, email)];
  return {
    exportedAt: timestamp(clock),
    user,
    ...lists,
    orders,
    sessions,
    personalTokens,
    secondFactor,
    emailChanges,
    newsletter,
    messages,
  };
}

/** Ends an account. What was sold stays in the books, without the person; the address may sign up again. */
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
    await forgetAnswersTo(trx, user._id);
    await removeListsOf(trx, user._id);
    await anonymiseOrdersOf(trx, services, user._id);
    await forgetSubscriber(trx, email);
    const messages = await messagesFrom(trx, email);
    await forgetInAuditLog(trx, email, [user._id, ...messages.map((message) => message._id)]);
    await forgetMessagesFrom(trx, email);
    await forgetMailsTo(trx, email);
    await forgetLettersOf(trx, await emailChangesOf(trx, user._id), "all");
    await forgetFactor(trx, user._id);
    await forgetUser(trx, services, user);
  });
}
