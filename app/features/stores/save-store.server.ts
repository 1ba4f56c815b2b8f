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

/** Saves the fields of a store that were sent. Announces a new name, because the shop shows it with products. */
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
  // The name is read in this transaction, because another save may have come before it.
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

/** Makes every store that sells in one category sell in another one instead. */
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

/** Sets the categories of a store. A category that has been removed meanwhile is left out. */
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
