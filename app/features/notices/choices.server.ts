import { PUSH_KINDS, type PushKind } from "~/features/push/plain-schema";
import { timestamp } from "~/platform/clock";
import type { Db } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { NOTICE_KINDS, type NoticeKind } from "./plain-schema";

/* The kinds of mail and of browser notices that a person with an account wants: all, until they choose otherwise. */

/** Stores whether a person wants a kind of mail. */
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
    .values({ userId, kind, push: 1, ...choice })
    .onConflict((oc) => oc.columns(["userId", "kind"]).doUpdateSet(choice))
    .execute();
}

/** Stores whether a person wants a kind of notices in their browsers. */
export async function choosePush(
  db: Db,
  { clock }: Pick<Services, "clock">,
  userId: string,
  kind: PushKind,
  push: boolean,
): Promise<void> {
  const choice = { push: push ? 1 : 0, changedAt: timestamp(clock) } as const;
  await db
    .insertInto("noticeChoices")
    .values({ userId, kind, mail: 1, ...choice })
    .onConflict((oc) => oc.columns(["userId", "kind"]).doUpdateSet(choice))
    .execute();
}

/** Each kind of mail, and whether a person wants it. */
export async function mailChoicesOf(db: Db, userId: string): Promise<Record<NoticeKind, boolean>> {
  return (await choicesOf(db, userId)).mail;
}

/** Each kind of mail and of notices in a browser, and whether a person wants it. One statement. */
export async function choicesOf(
  db: Db,
  userId: string,
): Promise<{ mail: Record<NoticeKind, boolean>; push: Record<PushKind, boolean> }> {
  const rows = await db
    .selectFrom("noticeChoices")
    .select(["kind", "mail", "push"])
    .where("userId", "=", userId)
    .execute();
  const choices = <Kind extends string>(kinds: readonly Kind[], way: "mail" | "push") =>
    Object.fromEntries(kinds.map((kind) => [kind, !rows.some((row) => row.kind === kind && row[way] === 0)])) as Record<
      Kind,
      boolean
    >;
  return { mail: choices(NOTICE_KINDS, "mail"), push: choices(PUSH_KINDS, "push") };
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
