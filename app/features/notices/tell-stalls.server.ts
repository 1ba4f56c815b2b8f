import { sql } from "kysely";
import { tellByPush, withPush, type PushReader } from "~/features/push/tell.server";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Trx } from "~/platform/database/database.server";
import type { RecurringJob } from "~/platform/jobs/jobs.server";
import { mailTo } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";
import { dayIn, instantIn } from "~/platform/time-zone";
import { withoutMail } from "./choices.server";
import { stopAddress } from "./links.server";
import { readersOfWatches, watcherOf } from "./readers.server";

/** Watches that one statement reads. */
const MOST_AT_ONCE = 200;
/** The most products of a stall that are read, and the most that a mail names. */
const MOST_OF_STALL = 10;
const MOST_IN_MAIL = 20;
const DAY_SECONDS = 86_400;
/** Hours of the day, in the marketplace's time zone, within which people are written to. */
const CIVIL = { from: "09:00", to: "20:00" };

/** Tells people by mail and in browsers about new products of the stalls that they follow, once a day at most. */
export const tellStalls: RecurringJob = {
  kind: "notices.stalls",
  everySeconds: 1800,
  async handle(services) {
    const { clock, config } = services;
    const day = dayIn(config.timeZone, clock.now());
    const [begin, end] = [CIVIL.from, CIVIL.to].map((time) => instantIn(config.timeZone, day, time).toISOString());
    const now = timestamp(clock);
    if (now < begin! || now >= end!) return;
    for (let last: string | undefined = ""; last !== undefined;) last = await tellSome(services, last);
  },
};

interface Follow {
  _id: string;
  targetId: string;
  userId: string | null;
  email: string | null;
  newsFrom: string;
  mailedAt: string | null;
  storeName: string | null;
}
type News = { _id: string; title: string; merchantId: string; publishedAt: string | null };

/** Tells the people of the next watches. Returns the id of the last watch that it read. */
async function tellSome(services: Services, after: string): Promise<string | undefined> {
  return inTransaction(services.db, async (trx) => {
    const batch = await follows(trx).where("w._id", ">", after).orderBy("w._id").limit(MOST_AT_ONCE).execute();
    const withNews = new Set((await newsOf(trx, batch)).map(({ merchantId }) => merchantId));
    const people = batch.filter(({ targetId }) => withNews.has(targetId));
    await tellPeople(trx, services, await everyFollowOf(trx, people));
    return batch.length < MOST_AT_ONCE ? undefined : batch.at(-1)?._id;
  });
}

const personOf = ({ userId, email }: Pick<Follow, "userId" | "email">): string => userId ?? email ?? "";

async function tellPeople(trx: Trx, services: Services, all: Follow[]): Promise<void> {
  const yesterday = timestamp(services.clock, -DAY_SECONDS);
  const unwilling = await withoutMail(
    trx,
    "stalls",
    all.flatMap(({ userId }) => userId ?? []),
  );
  const inBrowsers = await withPush(
    trx,
    services,
    "stalls",
    all.flatMap(({ userId }) => userId ?? []),
  );
  const people = [...new Set(all.map(personOf))];
  const news = await newsOf(trx, all);
  const readerFor = await readersOfWatches(trx, all);
  const notified: string[] = [];
  const readers: PushReader[] = [];
  for (const person of people) {
    const followed = all.filter((follow) => personOf(follow) === person);
    const wasTold = followed.some(({ mailedAt }) => mailedAt !== null && mailedAt > yesterday);
    if (wasTold || (unwilling.has(person) && !inBrowsers.has(person))) continue;
    const fresh = followed.map((follow) => ({
      follow,
      products: news.filter((one) => one.merchantId === follow.targetId && (one.publishedAt ?? "") > follow.newsFrom),
    }));
    const stalls = fresh.filter(({ products }) => products.length > 0);
    const [first] = stalls;
    if (!first) continue;
    notified.push(...followed.map(({ _id }) => _id));
    readers.push({ userId: first.follow.userId, path: `/stalls/${first.follow.targetId}` });
    if (unwilling.has(person)) continue;
    const name = ({ storeName }: Follow) => storeName || "A stall without a name";
    await mailTo(
      trx,
      services,
      readerFor(first.follow),
      stalls.length === 1 ? `New at ${name(first.follow)}` : `New at ${name(first.follow)} and other stalls`,
      [
        "The stalls that you follow have put on sale:",
        { rows: rowsOf(stalls.map(({ follow, products }) => ({ name: name(follow), products }))) },
        { button: `See ${name(first.follow)}`, href: `${services.config.publicUrl}/stalls/${first.follow.targetId}` },
        "We write once a day at most.",
      ],
      stopAddress(services, watcherOf(first.follow), "stalls"),
    );
  }
  if (notified.length === 0) return;
  await tellByPush(trx, services, "stall news", readers);
  const now = timestamp(services.clock);
  await trx.updateTable("watches").set({ mailedAt: now, newsFrom: now }).where("_id", "in", notified).execute();
}

function rowsOf(stalls: { name: string; products: News[] }[]): [string, string][] {
  return stalls
    .flatMap(({ name, products }) => products.map(({ title }): [string, string] => [title, name]))
    .slice(0, MOST_IN_MAIL);
}

function follows(trx: Trx) {
  return trx
    .selectFrom("watches as w")
    .innerJoin("stores as s", "s.userId", "w.targetId")
    .select(["w._id", "w.targetId", "w.userId", "w.email", "w.newsFrom", "w.mailedAt", "s.storeName"])
    .where("w.kind", "=", "stall")
    .where("s.status", "=", "active");
}

/** Everything that these people follow. */
async function everyFollowOf(trx: Trx, batch: Follow[]): Promise<Follow[]> {
  if (batch.length === 0) return [];
  const [userIds, emails] = [batch.flatMap(({ userId }) => userId ?? []), batch.flatMap(({ email }) => email ?? [])];
  return follows(trx)
    .where((eb) =>
      eb.or([
        ...(userIds.length > 0 ? [eb("w.userId", "in", userIds)] : []),
        ...(emails.length > 0 ? [eb("w.email", "in", emails)] : []),
      ]),
    )
    .orderBy("w._id")
    .execute();
}

/** The newest products of followed stalls, `MOST_OF_STALL` of each at most, since the earliest `newsFrom`. */
async function newsOf(trx: Trx, followed: Follow[]): Promise<News[]> {
  if (followed.length === 0) return [];
  const from = followed.map(({ newsFrom }) => newsFrom).reduce((first, time) => (time < first ? time : first));
  const ranked = trx
    .selectFrom("products as p")
    .select(["p._id", "p.title", "p.merchantId", "p.publishedAt"])
    .select(
      sql<number>`row_number() over (partition by "p"."merchantId" order by "p"."publishedAt" desc, "p"."_id")`.as(
        "place",
      ),
    )
    .where("p.merchantId", "in", [...new Set(followed.map(({ targetId }) => targetId))])
    .where("p.publishedAt", ">", from)
    .where("p.isPublic", "=", 1);
  return trx
    .selectFrom(ranked.as("r"))
    .select(["r._id", "r.title", "r.merchantId", "r.publishedAt"])
    .where("r.place", "<=", MOST_OF_STALL)
    .orderBy("r.merchantId")
    .orderBy("r.place")
    .execute();
}
