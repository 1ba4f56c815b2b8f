import { sql } from "kysely";
import { audit, changesOf, type Operator } from "~/features/audit/audit.server";
import { changedPage, readChangeCursor, withoutMoment } from "~/features/cursor.server";
import { pageOfDocs } from "~/features/pagination";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Db } from "~/platform/database/database.server";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import { newId } from "~/platform/ids.server";
import { mailTo } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";
import { answeredAlready, notAnOperator, unknownMessage } from "./errors.server";
import { messages, operators, repliesTo, toMessage } from "./queries.server";
import type { SupportQuery } from "./schema";

const MESSAGES_A_PAGE = 20;
const BY_CHANGE = "messages changed";

/**
 * A page of messages: open ones, the longest wait first; or settled ones, newest first; or those that changed since a
 * moment, oldest change first.
 */
export async function messagePage({ db }: Pick<Services, "db">, operatorId: string, query: SupportQuery) {
  const { assigned, page, updatedSince, limit = MESSAGES_A_PAGE } = query;
  const state = query.state ?? (updatedSince === undefined ? "open" : null);
  const filtered = messages(db)
    .$if(state !== null, (rows) => rows.where("m.answeredAt", state === "open" ? "is" : "is not", null))
    .$if(assigned === "me", (rows) => rows.where("m.assignedTo", "=", operatorId))
    .$if(assigned === "nobody", (rows) => rows.where("m.assignedTo", "is", null));
  const count = async (rows: typeof filtered) => {
    const countQuery = rows.clearSelect().select((eb) => eb.fn.countAll<number>().as("n"));
    return Number((await countQuery.executeTakeFirstOrThrow()).n);
  };
  if (updatedSince !== undefined) {
    const columns = { at: sql.ref<string>("m.updatedAt"), id: sql.ref<string>("m._id") };
    const { docs, ...rest } = await changedPage(BY_CHANGE, { ...query, updatedSince }, MESSAGES_A_PAGE, columns, {
      count: (condition) => count(filtered.where(condition)),
      read: (range) =>
        filtered
          .where(range.condition)
          .select("m.updatedAt")
          .orderBy("m.updatedAt")
          .orderBy("m._id")
          .limit(range.limit)
          .offset(range.offset)
          .execute(),
      cursorOf: ({ updatedAt, _id }) => ({ at: updatedAt, id: _id }),
    });
    return { docs: docs.map((row) => toMessage(withoutMoment(row))), ...rest };
  }
  readChangeCursor(BY_CHANGE, query);
  const order = state === "open" ? "asc" : "desc";
  const rows = await filtered
    .orderBy(state === "open" ? "m.waitingSince" : "m.answeredAt", order)
    .orderBy("m._id", order)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return pageOfDocs(rows.map(toMessage), page, limit, await count(filtered));
}

/** A message with all later replies, and the operators who could answer it. Refuses `unknown_message`. */
export async function messageFor({ db }: Pick<Services, "db">, messageId: string) {
  const row = await messages(db).where("m._id", "=", messageId).executeTakeFirst();
  if (!row) throw unknownMessage();
  return { ...toMessage(row), replies: await repliesTo(db, messageId), operators: await operators(db) };
}

/**
 * Answers a message by mail, or closes it without a mail if `answer` is empty. The writer's next reply opens it again.
 * If two operators answer, one succeeds. Refuses `unknown_message` and `answered_already`.
 */
export async function settleMessage(
  services: Services,
  operator: Operator,
  messageId: string,
  answer: string,
): Promise<void> {
  await inTransactionOnce(services, async (trx) => {
    const now = timestamp(services.clock);
    const message = await trx.selectFrom("supportMessages").selectAll().where("_id", "=", messageId).executeTakeFirst();
    if (!message) throw unknownMessage();
    const settled = await trx
      .updateTable("supportMessages")
      .set({ answeredAt: now, answeredBy: operator._id, updatedAt: now })
      .where("_id", "=", messageId)
      .where("answeredAt", "is", null)
      .executeTakeFirst();
    if (settled.numUpdatedRows !== 1n) throw answeredAlready();
    if (answer) {
      const row = { side: "team" as const, operatorId: operator._id, text: answer, createdAt: now };
      await trx
        .insertInto("supportReplies")
        .values({ _id: newId(services.clock.now()), messageId, ...row })
        .execute();
      await mailAnswer(trx, services, message, answer);
    }
    const subject = message.subject || message.email;
    await audit(trx, services, operator, answer ? "message.answered" : "message.done", subject, { message: messageId });
  });
}

/** Gives a message to an operator, or to nobody. Refuses `unknown_message` and `not_an_operator`. */
export async function assignMessage(
  services: Services,
  operator: Operator,
  messageId: string,
  assignee: string,
): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const team = new Map((await operators(trx)).map(({ _id, name }) => [_id, name]));
    if (assignee && !team.has(assignee)) throw notAnOperator();
    let query = trx.selectFrom("supportMessages").selectAll().where("_id", "=", messageId);
    if (services.dialect.forUpdate) query = query.forUpdate();
    const message = await query.executeTakeFirst();
    if (!message) throw unknownMessage();
    const before = message.assignedTo ?? "";
    if (before === assignee) return;
    await trx
      .updateTable("supportMessages")
      .set({ assignedTo: assignee || null, updatedAt: timestamp(services.clock) })
      .where("_id", "=", messageId)
      .execute();
    const nameOf = (id: string) => team.get(id) ?? (id && "A former operator");
    await audit(trx, services, operator, "message.assigned", message.subject || message.email, {
      message: messageId,
      ...changesOf({ "Taken care of by": nameOf(before) }, { "Taken care of by": nameOf(assignee) }),
    });
  });
}

async function mailAnswer(
  db: Db,
  services: Services,
  message: { _id: string; email: string; fullname: string; subject: string; description: string },
  answer: string,
): Promise<void> {
  const { market, publicUrl } = services.config;
  await mailTo(
    db,
    services,
    { email: message.email, firstName: message.fullname },
    message.subject ? `Re: ${message.subject}` : "Our answer to your message",
    [
      answer,
      `Signed in with this address, you find everything that was written, and can reply, at ${publicUrl}/customer/messages/${message._id}.`,
      `${market.name} · ${market.email}`,
      `You wrote: ${message.description}`,
    ],
  );
}
