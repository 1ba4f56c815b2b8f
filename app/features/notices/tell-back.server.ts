import { isInSeason, seasonIn } from "~/features/products/season-schema";
import { tellByPush, withPush } from "~/features/push/tell.server";
import { closedUntil, today } from "~/features/stores/holiday";
import { inTransaction, type Trx } from "~/platform/database/database.server";
import type { RecurringJob } from "~/platform/jobs/jobs.server";
import { mailTo } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";
import { withoutMail } from "./choices.server";
import { stopAddress } from "./links.server";
import { readersOfWatches, watcherOf } from "./readers.server";

/** Watches that one statement reads. It keeps each statement short, however many there are. */
const MOST_AT_ONCE = 200;

/** Tells people by mail and in browsers, once, that a product can be bought again. */
export const tellBack: RecurringJob = {
  kind: "notices.back",
  everySeconds: 300,
  async handle(services) {
    for (let last: string | undefined = ""; last !== undefined;) last = await tellSome(services, last);
  },
};

/** Tells the people of the next watches whose products are back. Returns the id of the last watch that it read. */
async function tellSome(services: Services, after: string): Promise<string | undefined> {
  return inTransaction(services.db, async (trx) => {
    const { rows, last } = await nextWatches(trx, after);
    const day = today(services);
    const userIds = rows.flatMap(({ userId }) => userId ?? []);
    const unwilling = await withoutMail(trx, "back", userIds);
    const inBrowsers = await withPush(trx, services, "back", userIds);
    const back = rows.filter((row) => {
      const season = seasonIn(row);
      const isOpen = closedUntil(row, day) === null && (season === null || isInSeason(season, day));
      return isOpen && (!unwilling.has(row.userId ?? "") || inBrowsers.has(row.userId ?? ""));
    });
    const notified = await takeOut(
      trx,
      back.map(({ _id }) => _id),
    );
    const readerFor = await readersOfWatches(trx, back);
    const news = back.filter(({ _id }) => notified.has(_id));
    await tellByPush(
      trx,
      services,
      "product back",
      news.map(({ userId, targetId }) => ({ userId, path: `/products/${targetId}` })),
    );
    for (const watch of news.filter(({ userId }) => !unwilling.has(userId ?? ""))) {
      const { title, targetId, storeName } = watch;
      await mailTo(
        trx,
        services,
        readerFor(watch),
        `${title} is back`,
        [
          `${title} of ${storeName || "a stall"} can be bought again. We tell you this once.`,
          { button: "Look at it", href: `${services.config.publicUrl}/products/${targetId}` },
        ],
        stopAddress(services, watcherOf(watch), "back"),
      );
    }
    return last;
  });
}

/** The watches after an id whose products have pieces and are public, and the last id that was read. */
async function nextWatches(trx: Trx, after: string) {
  const batch = trx
    .selectFrom("watches")
    .select(["_id", "kind", "targetId", "userId", "email"])
    .where("kind", "=", "back")
    .where("_id", ">", after)
    .orderBy("_id")
    .limit(MOST_AT_ONCE);
  const ids = await trx.selectFrom(batch.as("w")).select("w._id").orderBy("w._id").execute();
  const rows = await trx
    .selectFrom(batch.as("w"))
    .innerJoin("products as p", "p._id", "w.targetId")
    .leftJoin("stores as s", "s.userId", "p.merchantId")
    .select(["w._id", "w.targetId", "w.userId", "w.email", "p.title", "s.storeName"])
    .select(["p.seasonFrom", "p.seasonUntil", "p.seasonYearly", "s.holidayFrom", "s.holidayUntil"])
    .where("p.isPublic", "=", 1)
    .where("p.quantity", ">", 0)
    .orderBy("w._id")
    .execute();
  return { rows, last: ids.length < MOST_AT_ONCE ? undefined : ids.at(-1)?._id };
}

/** Deletes watches that are told. Returns those that nothing else deleted meanwhile. */
async function takeOut(trx: Trx, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await trx.deleteFrom("watches").where("_id", "in", ids).returning("_id").execute();
  return new Set(rows.map(({ _id }) => _id));
}
