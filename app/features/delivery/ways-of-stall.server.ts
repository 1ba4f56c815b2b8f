import { stallTag, wayTag } from "~/features/cache-tags";
import { seasonIn } from "~/features/products/season-schema";
import { publicStall } from "~/features/stores/public-stall.server";
import { noteCacheTags } from "~/platform/cache-tags.server";
import type { Db } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { methodsOf } from "./methods.server";
import { deliveryOptions, type StallOfCart } from "./options.server";
import type { StallWay } from "./stall-ways-schema";

/** The most times of a delivery method that a page names. */
const MOST_TIMES = 3;

interface Asked {
  postcode?: string | undefined;
  day?: string | undefined;
  product?: string | undefined;
}

/**
 * The delivery methods of a stall with their next times: to a postcode, from a day on, for one of its products, as far
 * as these are named. Empty if it sends by carrier to everywhere. Refuses `unknown_stall`. Nine statements at most.
 */
export async function waysOfStall(
  services: Services,
  merchantId: string,
  { postcode, day, product }: Asked,
): Promise<StallWay[]> {
  await publicStall(services, merchantId);
  noteCacheTags(stallTag(merchantId));
  const methods = (await methodsOf(services.db, [merchantId])).filter(({ active }) => active);
  if (methods.length === 0) return [];
  noteCacheTags(...methods.map(({ _id }) => wayTag(_id)));
  const stall = await stallWith(services.db, merchantId, product);
  const destination = postcode === undefined ? null : { zipCode: postcode, city: "" };
  const [answer] = await deliveryOptions(services, [stall], destination);
  const ways = new Map(methods.map((method) => [method._id, method]));
  return (answer?.options ?? []).map(({ slots, ...option }) => ({
    ...option,
    // How much is ordered is not known yet.
    closed: option.closed?.code === "below_least_order" ? null : option.closed,
    area: ways.get(option.method)?.area ?? "",
    leastOrder: ways.get(option.method)?.leastOrder ?? 0,
    times: slots
      .filter((slot) => slot.closed === null && (!day || slot.day >= day))
      .slice(0, MOST_TIMES)
      .map(({ closed: _closed, ...time }) => time),
  }));
}

/** The stall with the notice and season of one of its products. */
async function stallWith(db: Db, merchantId: string, productId: string | undefined): Promise<StallOfCart> {
  const row =
    productId === undefined
      ? undefined
      : await db
          .selectFrom("products")
          .select(["_id", "title", "noticeHours", "seasonFrom", "seasonUntil", "seasonYearly"])
          .where("_id", "=", productId)
          .where("merchantId", "=", merchantId)
          .where("isPublic", "=", 1)
          .executeTakeFirst();
  const season = row && seasonIn(row);
  return {
    merchantId,
    noticeHours: row?.noticeHours ?? 0,
    seasons: row && season ? [{ title: row.title, season }] : [],
    goods: row ? [{ productId: row._id, title: row.title, cents: 0 }] : [],
  };
}
