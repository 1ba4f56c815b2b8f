import { sql } from "kysely";
import type { Db } from "~/platform/database/database.server";
import type { SupportReply } from "./schema";

/** More replies than any conversation has. Older ones are only in its mails. */
const MOST_REPLIES = 200;
const MOST_OPERATORS = 50;

export const nameOf = (person: { firstName: string | null; lastName: string | null }) =>
  `${person.firstName ?? ""} ${person.lastName ?? ""}`.trim();

/** The replies in a conversation, oldest first. */
export async function repliesTo(db: Db, messageId: string): Promise<SupportReply[]> {
  const rows = await db
    .selectFrom("supportReplies as r")
    .leftJoin("users as u", "u._id", "r.operatorId")
    .select(["r._id", "r.side", "r.text", "r.createdAt", "u.firstName", "u.lastName"])
    .where("r.messageId", "=", messageId)
    .orderBy("r.createdAt", "desc")
    .orderBy("r._id", "desc")
    .limit(MOST_REPLIES)
    .execute();
  return rows
    .toReversed()
    .map(({ firstName, lastName, ...row }) => ({ ...row, name: nameOf({ firstName, lastName }) }));
}

/** The operators who could take care of a message, by name. */
export async function operators(db: Db): Promise<{ _id: string; name: string }[]> {
  const rows = await db
    .selectFrom("users")
    .select(["_id", "firstName", "lastName"])
    .where("privilege", "=", "operator")
    .where("deletedAt", "is", null)
    .where("verifiedAt", "is not", null)
    .orderBy("firstName")
    .orderBy("_id")
    .limit(MOST_OPERATORS)
    .execute();
  return rows.map((row) => ({ _id: row._id, name: nameOf(row) }));
}

/** Messages as operators see them, unsorted. */
export function messages(db: Db) {
  return db
    .selectFrom("supportMessages as m")
    .leftJoin("users as u", "u._id", "m.answeredBy")
    .leftJoin("users as a", "a._id", "m.assignedTo")
    .select((eb) => [
      "m._id",
      "m.fullname",
      "m.email",
      "m.subject",
      "m.telephone",
      "m.description",
      "m.orderNumber as order",
      "m.createdAt",
      "m.waitingSince",
      "m.answeredAt",
      "u.firstName",
      "u.lastName",
      "m.assignedTo",
      "a.firstName as assignedFirst",
      "a.lastName as assignedLast",
      eb
        .selectFrom("supportReplies as r")
        .select(sql<number>`count(*)`.as("n"))
        .whereRef("r.messageId", "=", "m._id")
        .where("r.side", "=", "team")
        .as("answers"),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof messages>["executeTakeFirstOrThrow"]>>;

export function toMessage({ firstName, lastName, assignedTo, assignedFirst, assignedLast, answers, ...row }: Row) {
  return {
    ...row,
    answers: Number(answers ?? 0),
    answeredBy: nameOf({ firstName, lastName }),
    assignedTo: assignedTo
      ? { _id: assignedTo, name: nameOf({ firstName: assignedFirst, lastName: assignedLast }) }
      : null,
  };
}
