import type { Db } from "~/platform/database/database.server";
import type { ConversationRow } from "~/platform/database/tables";
import { fold } from "~/platform/folding";
import { unknownSubject } from "./errors.server";
import { subjectOf } from "./queries.server";
import type { NewSubject, SubjectQuery } from "./schema";

/** The subject of a conversation, as its row holds it, and the stall's name. */
export type Subject = Pick<
  ConversationRow,
  "merchantId" | "subjectKind" | "subjectId" | "orderId" | "title" | "searchTitle"
> & { storeName: string };

/**
 * The subject that a buyer may write about: a product on sale, a part of a paid order of the buyer's, or an open stall.
 * Refuses `unknown_subject`.
 */
export async function subjectFor(db: Db, buyerId: string, { kind, id }: SubjectQuery): Promise<Subject> {
  const row = await rowFor(db, buyerId, { kind, id });
  if (!row) throw unknownSubject();
  const title = kind === "order" ? `#${row.title}` : String(row.title);
  const storeName = row.storeName ?? "";
  return {
    merchantId: row.merchantId,
    subjectKind: kind,
    subjectId: id,
    orderId: row.orderId,
    title,
    searchTitle: fold(`${title} ${storeName}`),
    storeName,
  };
}

interface SubjectRecord {
  merchantId: string;
  orderId: string | null;
  title: string | number;
  storeName: string | null;
}

async function rowFor(db: Db, buyerId: string, { kind, id }: SubjectQuery): Promise<SubjectRecord | undefined> {
  if (kind === "order")
    return db
      .selectFrom("orderParts as p")
      .innerJoin("orders as o", "o._id", "p.orderId")
      .leftJoin("stores as s", "s.userId", "p.merchantId")
      .select(["p.merchantId", "o._id as orderId", "o.itemId as title", "s.storeName"])
      .where("p._id", "=", id)
      .where("o.buyerId", "=", buyerId)
      .where("o.status", "=", "paid")
      .executeTakeFirst();
  if (kind === "product") {
    const product = await db
      .selectFrom("products as p")
      .innerJoin("stores as s", "s.userId", "p.merchantId")
      .select(["p.merchantId", "p.title", "s.storeName"])
      .where("p._id", "=", id)
      .where("p.isPublic", "=", 1)
      .executeTakeFirst();
    return product && { ...product, orderId: null };
  }
  const stall = await db
    .selectFrom("stores")
    .select(["userId as merchantId", "storeName"])
    .where("userId", "=", id)
    .where("status", "=", "active")
    .executeTakeFirst();
  return stall && { ...stall, orderId: null, title: "" };
}

/** The conversation of a buyer about a subject. */
export function conversationAbout(
  db: Db,
  buyerId: string,
  { merchantId, subjectId }: Pick<Subject, "merchantId" | "subjectId">,
) {
  return db
    .selectFrom("conversations")
    .selectAll()
    .where("buyerId", "=", buyerId)
    .where("merchantId", "=", merchantId)
    .where("subjectId", "=", subjectId);
}

/** The subject for the page on which a buyer begins to write. Two statements. Refuses `unknown_subject`. */
export async function newSubjectFor(db: Db, buyerId: string, query: SubjectQuery): Promise<NewSubject> {
  const subject = await subjectFor(db, buyerId, query);
  const conversation = await conversationAbout(db, buyerId, subject).executeTakeFirst();
  return {
    subject: subjectOf(subject),
    stall: { _id: subject.merchantId, name: subject.storeName },
    conversation: conversation?._id ?? null,
  };
}
