import { stallTag } from "~/features/cache-tags";
import { imageOf } from "~/features/media/stored-files.server";
import { reviewMeanOf } from "~/features/products/review-mean";
import { noteCacheTags } from "~/platform/cache-tags.server";
import type { Db } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { unknownStall } from "./errors.server";
import { closedUntil, today } from "./holiday";
import type { Stall } from "./schema";
import { traderIn } from "./trader.server";

/** The sitemap has as many products on a page, so it never has more pages of stalls than of their products. */
const STALLS_A_PAGE = 10_000;

/** A stall as anyone sees it. Refuses `unknown_stall` if it is suspended or not let in yet. */
export async function publicStall(services: Services, merchantId: string): Promise<Stall> {
  const row = await stallQuery(services.db, merchantId).where("s.status", "=", "active").executeTakeFirst();
  if (!row) throw unknownStall();
  noteCacheTags(stallTag(merchantId));
  return toStall(services, row);
}

/** Ids of open stalls that have something on sale, ten thousand a page. Runs one statement. */
export async function stallsWithGoods({ db }: Pick<Services, "db">, page: number): Promise<{ _id: string }[]> {
  const rows = await db
    .selectFrom("stores as s")
    .select("s.userId")
    .where("s.status", "=", "active")
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("products as p")
          .select("p._id")
          .whereRef("p.merchantId", "=", "s.userId")
          .where("p.isPublic", "=", 1),
      ),
    )
    .orderBy("s.userId")
    .limit(STALLS_A_PAGE)
    .offset((page - 1) * STALLS_A_PAGE)
    .execute();
  return rows.map(({ userId }) => ({ _id: userId }));
}

/** A merchant's own stall, whatever its status. */
export async function ownStall(services: Services, merchantId: string): Promise<Stall> {
  const row = await stallQuery(services.db, merchantId).executeTakeFirst();
  if (!row) throw unknownStall();
  return toStall(services, row);
}

function stallQuery(db: Db, merchantId: string) {
  return db
    .selectFrom("stores as s")
    .innerJoin("users as u", "u._id", "s.userId")
    .leftJoin("files as f", "f._id", "s.bannerId")
    .select([
      "s.userId",
      "s.storeName",
      "s.story",
      "s.place",
      "s.opening",
      "s.trader",
      "s.bannerId",
      "s.reviewCount",
      "s.reviewStars",
      "s.holidayFrom",
      "s.holidayUntil",
      "u.createdAt",
      "f.widths",
      "f.width",
      "f.height",
    ])
    .where("s.userId", "=", merchantId)
    .where("u.deletedAt", "is", null);
}

type StallRecord = Awaited<ReturnType<ReturnType<typeof stallQuery>["executeTakeFirstOrThrow"]>>;

function toStall(services: Pick<Services, "clock" | "config">, row: StallRecord): Stall {
  const day = today(services);
  const { holidayFrom: from, holidayUntil: until, bannerId } = row;
  return {
    _id: row.userId,
    storeName: row.storeName,
    words: row.story,
    place: row.place,
    opening: row.opening,
    trader: traderIn(row.trader),
    ...(bannerId && {
      banner: imageOf({ _id: bannerId, widths: row.widths ?? "[]", width: row.width ?? 0, height: row.height ?? 0 }),
    }),
    holiday: from && until && until >= day ? { from, until, closedNow: closedUntil(row, day) !== null } : null,
    ...reviewMeanOf(row),
    createdAt: row.createdAt,
  };
}
