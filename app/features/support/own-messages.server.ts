import { pageOfDocs } from "~/features/pagination";
import { timestamp } from "~/platform/clock";
import { type Db } from "~/platform/database/database.server";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import { newId } from "~/platform/ids.server";
import { mailOf } from "~/platform/mail/letter.server";
import { sendMail } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";
import { unknownMessage } from "./errors.server";
import { repliesTo } from "./queries.server";

const MESSAGES_A_PAGE = 10;

/** Messages that were written from a person's address, unsorted. */
function ownMessages(db: Db, email: string) {
  return db
    .selectFrom("supportMessages")
    .select(["_id", "subject", "description", "orderNumber as order", "createdAt", "answeredAt"])
    .where("email", "=", email);
}

/** A page of the messages from an address, newest first. */
export async function ownMessagePage({ db }: Pick<Services, "db">, email: string, page: number) {
  const { n } = await ownMessages(db, email)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  const rows = await ownMessages(db, email)
    .orderBy("createdAt", "desc")
    .orderBy("_id", "desc")
    .limit(MESSAGES_A_PAGE)
    .offset((page - 1) * MESSAGES_A_PAGE)
    .execute();
  return pageOfDocs(rows, page, MESSAGES_A_PAGE, Number(n));
}

/** One of these messages with its replies. Refuses `unknown_message`. */
export async function ownThread({ db }: Pick<Services, "db">, email: string, messageId: string) {
  const row = await ownMessages(db, email).where("_id", "=", messageId).executeTakeFirst();
  if (!row) throw unknownMessage();
  return { ...row, replies: await repliesTo(db, messageId) };
}

/** Adds the writer's reply. The message waits for an answer again; the team is mailed. Refuses `unknown_message`. */
export async function replyTo(
  services: Services,
  writer: { _id: string; email: string },
  messageId: string,
  text: string,
): Promise<void> {
  const { config, clock } = services;
  await services.rateLimiter.consume({ name: "support-reply", points: 20, seconds: 86_400 }, writer._id);
  await inTransactionOnce(services, async (trx) => {
    const now = timestamp(clock);
    const message = await trx
      .updateTable("supportMessages")
      // A message that waits already keeps the start of its wait.
      .set((eb) => ({
        waitingSince: eb.case().when("answeredAt", "is", null).then(eb.ref("waitingSince")).else(now).end(),
        answeredAt: null,
        updatedAt: now,
      }))
      .where("_id", "=", messageId)
      .where("email", "=", writer.email)
      .returning(["subject", "email"])
      .executeTakeFirst();
    if (!message) throw unknownMessage();
    await trx
      .insertInto("supportReplies")
      .values({ _id: newId(clock.now()), messageId, side: "writer", operatorId: null, text, createdAt: now })
      .execute();
    await sendMail.enqueue(
      trx,
      services,
      mailOf(
        {
          to: config.market.email,
          subject: `Contact: ${message.subject || "no subject"}`,
          greeting: "A reply to an answer of ours:",
          parts: [
            { rows: [["Email", message.email]] },
            text,
            { button: "Answer it", href: `${config.publicUrl}/operator/support/${messageId}` },
          ],
        },
        config,
      ),
    );
  });
}
