import { withoutMail } from "~/features/notices/choices.server";
import { stopAddress } from "~/features/notices/links.server";
import { tellByPush } from "~/features/push/tell.server";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Trx } from "~/platform/database/database.server";
import type { ConversationRow, ConversationSide } from "~/platform/database/tables";
import { job } from "~/platform/jobs/jobs.server";
import { mailTo, type Reader } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";
import { buyerName, conversationRows, lockConversation } from "./queries.server";
import { MAILED_AT, PERSON, UNREAD } from "./sides";

/** Seconds between two mails to a side about one conversation, at least. */
const MAIL_SECONDS = 3600;

const AREA = { buyer: "customer", merchant: "merchant" };

/** Mails a side, and notifies its browsers, about new messages, unless it has read them meanwhile. */
export const tellByMail = job<{ conversation: string; side: ConversationSide }>(
  "messages.tell",
  async ({ conversation: conversationId, side }, services) => {
    await inTransaction(services.db, async (trx) => {
      const conversation = await lockConversation(trx, services, conversationId);
      if (!conversation || conversation[UNREAD[side]] === 0) return;
      const mailedAt = conversation[MAILED_AT[side]];
      if (mailedAt !== null && mailedAt > timestamp(services.clock, -MAIL_SECONDS)) return;
      await trx
        .updateTable("conversations")
        .set({ [MAILED_AT[side]]: timestamp(services.clock) })
        .where("_id", "=", conversationId)
        .execute();
      await writeMail(trx, services, conversationId, side);
    });
  },
);

/** Plans a mail to a side of a locked conversation: at once, or an hour after the last one. */
export async function planMail(
  trx: Trx,
  services: Pick<Services, "clock">,
  conversation: ConversationRow,
  side: ConversationSide,
): Promise<void> {
  const mailedAt = conversation[MAILED_AT[side]];
  const secondsSince =
    mailedAt === null ? MAIL_SECONDS : (services.clock.now().getTime() - Date.parse(mailedAt)) / 1000;
  const inSeconds = Math.max(0, Math.ceil(MAIL_SECONDS - secondsSince));
  await tellByMail.enqueue(trx, services, { conversation: conversation._id, side }, { inSeconds });
}

/** Writes the mail, which names the writer and the subject. The message itself is only on the linked page. */
async function writeMail(trx: Trx, services: Services, conversationId: string, side: ConversationSide): Promise<void> {
  const row = await conversationRows(trx).where("c._id", "=", conversationId).executeTakeFirstOrThrow();
  const writer = side === "buyer" ? row.storeName || "The stall" : buyerName(row) || "A buyer";
  const about = row.subjectKind === "order" ? `order ${row.title}` : row.title || "your stall";
  const { publicUrl, market } = services.config;
  const subject = row.subjectKind === "stall" && side === "buyer" ? "" : ` about ${about}`;
  const userId = row[PERSON[side]] ?? "";
  const path = `/${AREA[side]}/conversations/${conversationId}`;
  await tellByPush(trx, services, "new message", [{ userId, path }]);
  if ((await withoutMail(trx, "messages", [userId])).has(userId)) return;
  await mailTo(
    trx,
    services,
    await readerOn(trx, row, side),
    `${writer} has written to you${subject}`,
    [
      `${writer} has written to you${subject}. The message waits for you at ${market.name}.`,
      { button: "Read and reply", href: `${publicUrl}${path}` },
      "Nobody reads replies to this mail: please answer on that page. You get one such mail an hour at most for a conversation.",
    ],
    stopAddress(services, { userId }, "messages"),
  );
}

async function readerOn(trx: Trx, row: ConversationRow, side: ConversationSide): Promise<Reader> {
  const reader = await trx
    .selectFrom("users")
    .select(["email", "firstName"])
    .where("_id", "=", row[PERSON[side]] ?? "")
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  return reader ?? { email: null, firstName: "" };
}
