import { emailChangesOf } from "~/features/accounts/change-email.server";
import { everySessionOf } from "~/features/accounts/forget-user.server";
import { asUser, type UserRecord } from "~/features/accounts/log-in.server";
import { personalTokensOf } from "~/features/accounts/personal-tokens.server";
import { addressesOf } from "~/features/addresses/address-book.server";
import { savedListsOf } from "~/features/cart/change-cart.server";
import { conversationsOfBuyer } from "~/features/messages/forget-writer.server";
import { decisionsForExport } from "~/features/moderation/objections.server";
import { subscriptionOf } from "~/features/newsletter/subscribe.server";
import { noticesOf } from "~/features/notices/watch.server";
import { everyOrderOf } from "~/features/orders/buyer-orders.server";
import { reviewsOfWriter } from "~/features/reviews/forget-writer.server";
import { factorStateOf } from "~/features/second-factor/factors.server";
import { messagesFrom } from "~/features/support/take-message.server";
import { timestamp } from "~/platform/clock";
import type { Services } from "~/platform/services.server";

/** Everything stored about a person, for that person. It lacks a merchant's stall: see stall-copy.server.ts. */
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
  const notices = await noticesOf(db, record._id, email);
  const addresses = await addressesOf(db, record._id);
  const reviews = await reviewsOfWriter(db, record._id);
  const conversations = await conversationsOfBuyer(db, record._id);
  const decisions = await decisionsForExport(db, record._id);
  return {
    exportedAt: timestamp(clock),
    user,
    ...lists,
    addresses,
    orders,
    sessions,
    personalTokens,
    secondFactor,
    emailChanges,
    newsletter,
    messages,
    notices,
    reviews,
    conversations,
    decisions,
  };
}
