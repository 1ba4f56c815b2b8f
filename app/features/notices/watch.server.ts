import { deadToken } from "~/features/accounts/errors.server";
import { lockUser } from "~/features/accounts/lock-user.server";
import { everyBrowserOf, forgetBrowsersOf } from "~/features/push/subscriptions.server";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Db, type Trx } from "~/platform/database/database.server";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import { nothingToWatch, unknownWatch, watchesFull } from "./errors.server";
import { MOST_WATCHES, MOST_WATCHES_BY_ADDRESS } from "./plain-schema";
import type { Watch, WatchForm } from "./schema";

/* Products and stalls that people watch. */

/** The owner of a watch: an account, or a confirmed address without one. */
export type Watcher = { userId: string } | { email: string };

const columnsOf = (watcher: Watcher) =>
  "userId" in watcher ? { userId: watcher.userId, email: null } : { userId: null, email: watcher.email };

function ofWatcher(db: Db, watcher: Watcher) {
  const query = db.selectFrom("watches as w");
  return "userId" in watcher
    ? query.where("w.userId", "=", watcher.userId)
    : query.where("w.email", "=", watcher.email);
}

/** The title of a product, or the name of a stall, that can be watched. Refuses `nothing_to_watch`. */
export async function titleToWatch(db: Db, { kind, id }: WatchForm): Promise<string> {
  const target =
    kind === "back"
      ? await db
          .selectFrom("products")
          .select("title")
          .where("_id", "=", id)
          .where("isPublic", "=", 1)
          .executeTakeFirst()
      : await db
          .selectFrom("stores")
          .select("storeName as title")
          .where("userId", "=", id)
          .where("status", "=", "active")
          .executeTakeFirst();
  if (!target) throw nothingToWatch();
  return target.title || "A stall without a name";
}

/** Adds an account's watch of a product or a stall. Refuses `nothing_to_watch` and `watches_full`. */
export async function watchAs(services: Services, userId: string, form: WatchForm): Promise<void> {
  await inTransactionOnce(services, async (trx) => {
    if (!(await lockUser(trx, services, userId))) throw deadToken();
    await addWatch(trx, services, { userId }, form);
  });
}

/** The same for an address that its reader has confirmed. */
export async function watchByAddress(services: Services, email: string, form: WatchForm): Promise<void> {
  await inTransaction(services.db, (trx) => addWatch(trx, services, { email }, form));
}

async function addWatch(trx: Trx, services: Services, watcher: Watcher, form: WatchForm): Promise<void> {
  await titleToWatch(trx, form);
  const maximum = "userId" in watcher ? MOST_WATCHES : MOST_WATCHES_BY_ADDRESS;
  const now = timestamp(services.clock);
  const { kind, id: targetId } = form;
  await trx
    .insertInto("watches")
    .values({
      _id: newId(services.clock.now()),
      kind,
      targetId,
      ...columnsOf(watcher),
      newsFrom: now,
      mailedAt: null,
      createdAt: now,
    })
    .onConflict((oc) => oc.doNothing())
    .execute();
  // The count comes after the insert, so that a watch that exists already is never refused.
  const { n } = await ofWatcher(trx, watcher)
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("w.kind", "=", kind)
    .executeTakeFirstOrThrow();
  if (Number(n) > maximum) throw watchesFull();
}

/** The watches of somebody, newest first, with the present titles. */
export async function watchesOf(db: Db, watcher: Watcher): Promise<Watch[]> {
  const rows = await ofWatcher(db, watcher)
    .leftJoin("products as p", (join) => join.onRef("p._id", "=", "w.targetId").on("w.kind", "=", "back"))
    .leftJoin("stores as s", (join) => join.onRef("s.userId", "=", "w.targetId").on("w.kind", "=", "stall"))
    .select(["w._id", "w.kind", "w.targetId", "w.createdAt", "p.title", "s.storeName"])
    .orderBy("w._id", "desc")
    .limit(2 * MOST_WATCHES)
    .execute();
  return rows.map(({ title, storeName, ...row }) => ({
    ...row,
    title: title ?? (storeName || "A stall without a name"),
  }));
}

/** Ends one watch. Refuses `unknown_watch`. */
export async function endWatch(db: Db, watcher: Watcher, watchId: string): Promise<void> {
  const { userId, email } = columnsOf(watcher);
  const removed = await db
    .deleteFrom("watches")
    .where("_id", "=", watchId)
    .where((eb) => (userId === null ? eb("email", "=", email) : eb("userId", "=", userId)))
    .executeTakeFirst();
  if (removed.numDeletedRows === 0n) throw unknownWatch();
}

/** Ends all watches of a kind of an address without an account. */
export async function endWatchesOfAddress(db: Db, email: string, kind: Watch["kind"]): Promise<void> {
  await db.deleteFrom("watches").where("email", "=", email).where("kind", "=", kind).execute();
}

/** Deletes the watches, choices and push browsers of a person who leaves. */
export async function forgetWatcher(trx: Trx, userId: string, email: string): Promise<void> {
  await trx
    .deleteFrom("watches")
    .where((eb) => eb.or([eb("userId", "=", userId), eb("email", "=", email)]))
    .execute();
  await trx.deleteFrom("noticeChoices").where("userId", "=", userId).execute();
  await forgetBrowsersOf(trx, userId);
}

/** Everything stored about a person's notices, for the person. */
export async function noticesOf(db: Db, userId: string, email: string) {
  const ofAccount = await watchesOf(db, { userId });
  const ofAddress = await watchesOf(db, { email });
  const choices = await db
    .selectFrom("noticeChoices")
    .select(["kind", "mail", "push", "changedAt"])
    .where("userId", "=", userId)
    .orderBy("kind")
    .execute();
  const choicesInWords = choices.map(({ mail, push, ...choice }) => ({
    ...choice,
    mail: mail === 1,
    push: push === 1,
  }));
  return {
    watches: ofAccount,
    watchesOfAddress: ofAddress.map((one) => ({ ...one, email })),
    choices: choicesInWords,
    browsers: await everyBrowserOf(db, userId),
  };
}
