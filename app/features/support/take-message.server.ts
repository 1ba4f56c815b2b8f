import { timestamp } from "~/platform/clock";
import { type Db } from "~/platform/database/database.server";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import { newId } from "~/platform/ids.server";
import { mailOf } from "~/platform/mail/letter.server";
import { sendMail } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";
import type { ContactMessage } from "./schema";

/** Stores a message from the contact form, mails it to the team, and confirms its receipt to the writer. */
export async function takeMessage(services: Services, { order, ...message }: ContactMessage): Promise<void> {
  const { config, clock } = services;
  await services.rateLimiter.consume({ name: "support-email", points: 5, seconds: 86_400 }, message.email);
  const rows: [string, string][] = [
    ["From", message.fullname || "–"],
    ["Email", message.email],
    ["Phone", message.telephone || "–"],
    ["Subject", message.subject || "–"],
    ["Order", order ? `#${order}` : "–"],
  ];
  await inTransactionOnce(services, async (trx) => {
    const now = timestamp(clock);
    const waits = { orderNumber: order, createdAt: now, waitingSince: now, answeredAt: null, updatedAt: now };
    await trx
      .insertInto("supportMessages")
      .values({ _id: newId(clock.now()), ...message, ...waits })
      .execute();
    await sendMail.enqueue(
      trx,
      services,
      mailOf(
        {
          to: config.market.email,
          subject: `Contact: ${message.subject || "no subject"}`,
          greeting: "A message from the contact form:",
          parts: [{ rows }, message.description],
        },
        config,
      ),
    );
    await sendMail.enqueue(
      trx,
      services,
      mailOf(
        {
          to: message.email,
          subject: "We have your message",
          // Greets without the name: anyone could make us send a third person a greeting of their choice.
          greeting: "Hello,",
          parts: [
            "thank you for writing. Somebody of our team will answer you, usually within two working days.",
            `${config.market.name} · ${config.market.phone}`,
          ],
        },
        config,
      ),
    );
  });
}

/** Every message that was written from an address, oldest first, with its replies. */
export async function messagesFrom(db: Db, email: string) {
  const messages = await db
    .selectFrom("supportMessages")
    .selectAll()
    .where("email", "=", email)
    .orderBy("createdAt")
    .execute();
  const replies = await db
    .selectFrom("supportReplies")
    .select(["messageId", "side", "text", "createdAt"])
    .where("messageId", "in", (eb) => eb.selectFrom("supportMessages").select("_id").where("email", "=", email))
    .orderBy("createdAt")
    .orderBy("_id")
    .execute();
  return messages.map((message) => ({
    ...message,
    replies: replies.flatMap(({ messageId, ...reply }) => (messageId === message._id ? [reply] : [])),
  }));
}

/** Moves an owner's messages to their new address, which they have proven. */
export async function moveMessages(db: Db, from: string, to: string): Promise<void> {
  await db.updateTable("supportMessages").set({ email: to }).where("email", "=", from).execute();
}

/** Deletes the messages from an address whose owner leaves, and their replies. */
export async function forgetMessagesFrom(db: Db, email: string): Promise<void> {
  await db
    .deleteFrom("supportReplies")
    .where("messageId", "in", (eb) => eb.selectFrom("supportMessages").select("_id").where("email", "=", email))
    .execute();
  await db.deleteFrom("supportMessages").where("email", "=", email).execute();
}
