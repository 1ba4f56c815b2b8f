import { LISTS, stallTag } from "~/features/cache-tags";
import { timestamp } from "~/platform/clock";
import type { Db, Trx } from "~/platform/database/database.server";
import { searchLine } from "~/platform/search-text/search-line";
import type { Services } from "~/platform/services.server";

/** The fields of a store that its merchant may change. Fields that are left out stay as they are. */
interface StoreSent {
  username?: string | undefined;
  storeName?: string | undefined;
  businessAddress?: string | undefined;
}

/** Saves what was sent of a store, and announces a new name, which the shop shows beside its products. */
export async function saveStore(
  trx: Trx,
  services: Pick<Services, "dialect" | "clock">,
  userId: string,
  payload: StoreSent,
  categories: string[] | undefined,
): Promise<void> {
  const store = {
    ...(payload.username !== undefined && { username: payload.username }),
    ...(payload.storeName !== undefined && { storeName: payload.storeName, searchName: searchLine(payload.storeName) }),
    ...(payload.businessAddress !== undefined && { businessAddress: payload.businessAddress }),
  };
  // Not as it was when somebody asked: another save may have come between.
  const storeRow = await trx.selectFrom("stores").select("storeName").where("userId", "=", userId).executeTakeFirst();
  await trx
    .updateTable("stores")
    .set({ ...store, updatedAt: timestamp(services.clock) })
    .where("userId", "=", userId)
    .execute();
  if (categories) await setStoreCategories(trx, userId, categories);
  if (payload.storeName !== undefined && payload.storeName !== storeRow?.storeName)
    await services.dialect.announceChange(trx, [LISTS, stallTag(userId)]);
}

/** Has every store that sells in a category sell in another one instead. */
export async function moveStoresToCategory(db: Db, from: string, into: string): Promise<void> {
  await db
    .insertInto("storeCategories")
    .columns(["userId", "categoryId"])
    .expression((eb) =>
      eb
        .selectFrom("storeCategories as old")
        .select(["old.userId", eb.val(into).as("categoryId")])
        .where("old.categoryId", "=", from)
        .where("old.userId", "not in", (same) =>
          same.selectFrom("storeCategories as s").select("s.userId").where("s.categoryId", "=", into),
        ),
    )
    .execute();
  await db.deleteFrom("storeCategories").where("categoryId", "=", from).execute();
}

/** Sets the categories of a store. One that was removed since it was chosen is left out. */
export async function setStoreCategories(db: Db, userId: string, categoryIds: string[]): Promise<void> {
  await db.deleteFrom("storeCategories").where("userId", "=", userId).execute();
  if (categoryIds.length > 0)
    await db
      .insertInto("storeCategories")
      .columns(["userId", "categoryId"])
      .expression((eb) =>
        eb
          .selectFrom("categories")
          .select([eb.val(userId).as("userId"), "_id"])
          .where("_id", "in", categoryIds),
      )
      .execute();
}
