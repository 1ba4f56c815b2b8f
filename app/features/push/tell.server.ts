import { timestamp } from "~/platform/clock";
import type { Db } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import type { PushKind } from "./plain-schema";
import { sendPush } from "./send.server";
import { PUSH_TEXTS, type PushText } from "./texts.server";

/** A person to notify, null once the account is deleted, and the page that a press on the notice opens. */
export interface PushReader {
  userId: string | null;
  path: string;
}

/**
 * Plans notices in all browsers of the readers who want this kind, in the transaction of the event. One statement if
 * none of them does, else two, for any number of readers.
 */
export async function tellByPush(
  db: Db,
  services: Pick<Services, "clock">,
  text: PushText,
  readers: PushReader[],
): Promise<void> {
  const rows = await subscriptionsFor(
    db,
    services,
    PUSH_TEXTS[text].kind,
    readers.flatMap(({ userId }) => userId ?? []),
  );
  const payloads = rows.flatMap(({ _id, userId }) =>
    readers
      .filter((reader) => reader.userId === userId)
      .map(({ path }) => ({ subscription: _id, text, path, tries: 0 })),
  );
  await sendPush.enqueueAll(db, services, payloads);
}

/** The people among these who get notices of a kind in some browser. One statement. */
export async function withPush(
  db: Db,
  services: Pick<Services, "clock">,
  kind: PushKind,
  userIds: string[],
): Promise<Set<string>> {
  return new Set((await subscriptionsFor(db, services, kind, userIds)).map(({ userId }) => userId));
}

/**
 * Browsers of people who want such notices, while their session has not expired. An idle session counts: notices are
 * for people who are away, and they contain no names.
 */
async function subscriptionsFor(db: Db, { clock }: Pick<Services, "clock">, kind: PushKind, userIds: string[]) {
  if (userIds.length === 0) return [];
  return db
    .selectFrom("pushSubscriptions as s")
    .leftJoin("noticeChoices as c", (join) => join.onRef("c.userId", "=", "s.userId").on("c.kind", "=", kind))
    .innerJoin("tokens as t", "t.hash", "s.sessionHash")
    .select(["s._id", "s.userId"])
    .where("t.expiresAt", ">", timestamp(clock))
    .where("s.userId", "in", [...new Set(userIds)])
    .where((eb) => eb.or([eb("c.push", "is", null), eb("c.push", "=", 1)]))
    .orderBy("s._id")
    .execute();
}
