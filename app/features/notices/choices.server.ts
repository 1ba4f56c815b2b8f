import { timestamp } from "~/platform/clock";
import type { Db } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { NOTICE_KINDS, type NoticeKind } from "./plain-schema";

/* The kinds of mail that somebody with an account wants: all of them, until they say otherwise. */

/** Says whether a person wants a kind of mail. */
export async function chooseMail(
  db: Db,
  { clock }: Pick<Services, "clock">,
  userId: string,
  kind: NoticeKind,
  mail: boolean,
): Promise<void> {
  const choice = { mail: mail ? 1 : 0, changedAt: timestamp(clock) } as const;
  await db
    .insertInto("noticeChoices")
    .values({ userId, kind, ...choice })
    .onConflict((oc) => oc.columns(["userId", "kind"]).doUpdateSet(choice))
    .execute();
}

/** Each kind of mail, and whether a person wants it. */
export async function mailChoicesOf(db: Db, userId: string): Promise<Record<NoticeKind, boolean>> {
  const rows = await db.selectFrom("noticeChoices").select(["kind", "mail"]).where("userId", "=", userId).execute();
  const isOff = (kind: NoticeKind) => rows.some((row) => row.kind === kind && row.mail === 0);
  const [messages, reviews, back, stalls] = NOTICE_KINDS.map((kind) => !isOff(kind));
  return { messages: messages!, reviews: reviews!, back: back!, stalls: stalls! };
}

/** The people among these who do not want a kind of mail. One statement. */
export async function withoutMail(db: Db, kind: NoticeKind, userIds: string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("noticeChoices")
    .select("userId")
    .where("userId", "in", userIds)
    .where("kind", "=", kind)
    .where("mail", "=", 0)
    .execute();
  return new Set(rows.map(({ userId }) => userId));
}
