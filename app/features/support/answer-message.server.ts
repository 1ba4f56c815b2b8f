import { audit, type Operator } from "~/features/audit/audit.server";
import { pageOfDocs } from "~/features/pagination";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Db } from "~/platform/database/database.server";
import { mailTo } from "~/platform/mail/send-mail.server";
import { refusal } from "~/platform/refusal";
import type { Services } from "~/platform/services.server";

const MESSAGES_A_PAGE = 20;

const unknownMessage = refusal("unknown_message", 404, "There is no such message.");
const answeredAlready = refusal("answered_already", 409, "Somebody has dealt with this message already.");

function messages(db: Db) {
  return db
    .selectFrom("supportMessages as m")
    .leftJoin("users as u", "u._id", "m.answeredBy")
    .select([
      "m._id",
      "m.fullname",
      "m.email",
      "m.subject",
      "m.telephone",
      "m.description",
      "m.createdAt",
      "m.answeredAt",
      "m.answer",
      "u.firstName",
      "u.lastName",
    ]);
}

function toMessage({
  firstName,
  lastName,
  ...row
}: Awaited<ReturnType<ReturnType<typeof messages>["executeTakeFirstOrThrow"]>>) {
  return { ...row, answeredBy: `${firstName ?? ""} ${lastName ?? ""}`.trim() };
}

/** A page of messages: open ones with the oldest first, those that are done with the newest first. */
export async function messagePage({ db }: Pick<Services, "db">, state: "open" | "done", page: number) {
  const is = state === "open" ? "is" : "is not";
  const { n } = await db
    .selectFrom("supportMessages")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("answeredAt", is, null)
    .executeTakeFirstOrThrow();
  const order = state === "open" ? "asc" : "desc";
  const rows = await messages(db)
    .where("m.answeredAt", is, null)
    .orderBy(state === "open" ? "m.createdAt" : "m.answeredAt", order)
    .orderBy("m._id", order)
    .limit(MESSAGES_A_PAGE)
    .offset((page - 1) * MESSAGES_A_PAGE)
    .execute();
  return pageOfDocs(rows.map(toMessage), page, MESSAGES_A_PAGE, Number(n));
}

export async function messageFor({ db }: Pick<Services, "db">, messageId: string) {
  const row = await messages(db).where("m._id", "=", messageId).executeTakeFirst();
  if (!row) throw unknownMessage();
  return toMessage(row);
}

/** Answers a message by mail, or marks it done without one where `answer` is empty. Of two operators one does. */
export async function settleMessage(
  services: Services,
  operator: Operator,
  messageId: string,
  answer: string,
): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const message = await trx.selectFrom("supportMessages").selectAll().where("_id", "=", messageId).executeTakeFirst();
    if (!message) throw unknownMessage();
    const settled = await trx
      .updateTable("supportMessages")
      .set({ answeredAt: timestamp(services.clock), answer, answeredBy: operator._id })
      .where("_id", "=", messageId)
      .where("answeredAt", "is", null)
      .executeTakeFirst();
    if (settled.numUpdatedRows !== 1n) throw answeredAlready();
    if (answer) await mailAnswer(trx, services, message, answer);
    await audit(
      trx,
      services,
      operator,
      answer ? "message.answered" : "message.done",
      message.subject || message.email,
      { message: messageId },
    );
  });
}

async function mailAnswer(
  db: Db,
  services: Services,
  message: { email: string; fullname: string; subject: string; description: string },
  answer: string,
): Promise<void> {
  await mailTo(
    db,
    services,
    { email: message.email, firstName: message.fullname },
    message.subject ? `Re: ${message.subject}` : "Our answer to your message",
    [answer, `${services.config.market.name} · ${services.config.market.email}`, `You wrote: ${message.description}`],
  );
}
