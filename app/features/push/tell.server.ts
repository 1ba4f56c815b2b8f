import { timestamp } from "~/platform/clock";
import type { Db } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import type { PushKind } from "./plain-schema";
import { sendPush } from "./send.server";
import { PUSH_TEXTS, type PushText } from "./texts.server";

/** Somebody to tell, null once the account is deleted, and the page that a press on the notice opens. */
export interface PushReader {
  userId: string | null;
  path: string;
}

/**
 * Plans notices in all browsers of the people who want such ones, in the transaction of the event. One statement where
 * nobody does, else two, however many.
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

/** The people among these who are told of a kind in some browser. One statement. */
export async function withPush(
  db: Db,
  services: Pick<Services, "clock">,
  kind: PushKind,
  userIds: string[],
): Promise<Set<string>> {
  return new Set((await subscriptionsFor(db, services, kind, userIds)).map(({ userId }) => userId));
}

/**
 * Browsers of people who want such notices, in which their session has not ended. One that lies idle counts: notices are
 * for people who are away, and name nobody.
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
