import { removeListsOf, savedListsOf } from "~/features/cart/change-cart.server";
import { detach } from "~/features/media/stored-files.server";
import { forgetSubscriber, subscriptionOf } from "~/features/newsletter/subscribe.server";
import { anonymiseOrdersOf } from "~/features/orders/anonymise-orders.server";
import { everyOrderOf } from "~/features/orders/buyer-orders.server";
import { endCheckout } from "~/features/payments/give-up.server";
import { forgetMessagesFrom, messagesFrom } from "~/features/support/take-message.server";
import { timestamp } from "~/platform/clock";
import { inTransaction } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { onlyBuyersLeave, wrongPassword } from "./errors.server";
import { asUser } from "./log-in.server";
import { isPassword } from "./passwords.server";
import type { UserRecord } from "./queries.server";
import { noBilling } from "./schema";

/** Everything that is kept about a person, for the person. */
export async function everythingAbout(services: Services, record: UserRecord) {
  const { db, clock } = services;
  const email = record.email ?? "";
  const [user, lists, orders] = [
    await asUser(services, record),
    await savedListsOf(services, record._id),
    await everyOrderOf(services, record._id),
  ];
  const sessions = await db
    .selectFrom("tokens")
    .select(["createdAt", "expiresAt"])
    .where("userId", "=", record._id)
    .orderBy("createdAt")
    .execute();
  const [newsletter, messages] = [await subscriptionOf(db, email), await messagesFrom(db, email)];
  return { exportedAt: timestamp(clock), user, ...lists, orders, sessions, newsletter, messages };
}

/** Ends an account. What was sold stays in the books, without the person; the address may sign up again. */
export async function deleteAccount(services: Services, record: UserRecord, password: string): Promise<void> {
  await services.rateLimiter.consume({ name: "password-account", points: 5, seconds: 900 }, record._id);
  if (record.privilege !== "buyer") throw onlyBuyersLeave();
  if (!(await isPassword(record.passwordHash, password))) throw wrongPassword();
  await endCheckout(services, record._id);
  const now = timestamp(services.clock);
  await inTransaction(services.db, async (trx) => {
    // Kept answers of this person's calls go too; their scope is the token they were made with.
    await trx
      .deleteFrom("idempotencyKeys")
      .where("scope", "in", (eb) => eb.selectFrom("tokens").select("hash").where("userId", "=", record._id))
      .execute();
    await trx.deleteFrom("tokens").where("userId", "=", record._id).execute();
    await removeListsOf(trx, record._id);
    await trx.deleteFrom("accountLinks").where("userId", "=", record._id).execute();
    await trx.deleteFrom("knownBrowsers").where("userId", "=", record._id).execute();
    await trx
      .deleteFrom("codes")
      .where("email", "=", record.email ?? "")
      .execute();
    await anonymiseOrdersOf(trx, record._id);
    await forgetSubscriber(trx, record.email ?? "");
    await forgetMessagesFrom(trx, record.email ?? "");
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
        deletedAt: now,
        updatedAt: now,
      })
      .where("_id", "=", record._id)
      .execute();
    if (record.imageId) await detach(trx, [record.imageId]);
  });
}
