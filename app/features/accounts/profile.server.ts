import { LISTS, stallTag } from "~/features/cache-tags";
import { storeImage } from "~/features/media/store-image.server";
import { attach, detach } from "~/features/media/stored-files.server";
import { timestamp } from "~/platform/clock";
import { inTransaction } from "~/platform/database/database.server";
import { searchLine } from "~/platform/search-text/search-line";
import type { Services } from "~/platform/services.server";
import { deadToken, unknownCategory } from "./errors.server";
import { lockUser } from "./lock-user.server";
import { asUser } from "./log-in.server";
import { countCategories, setStoreCategories, userById, type UserRecord } from "./queries.server";
import type { Billing, Profile, User } from "./schema";

/**
 * Saves what was sent of a profile, and the picture if there is a new one. Merchants' fields count for merchants
 * alone.
 */
export async function saveProfile(
  services: Services,
  record: UserRecord,
  sent: Profile,
  picture: Uint8Array | null,
): Promise<User> {
  const categories = record.privilege === "merchant" ? sent.businessCategory : undefined;
  if (categories && (await countCategories(services.db, categories)) < new Set(categories).size)
    throw unknownCategory();
  const image =
    picture && (await storeImage(services, picture, { ownerId: record._id, field: "intendedFile", square: true }));
  await inTransaction(services.db, async (trx) => {
    const before = await lockUser(trx, services, record._id);
    if (!before) throw deadToken();
    await trx
      .updateTable("users")
      .set({
        ...(sent.firstName !== undefined && { firstName: sent.firstName }),
        ...(sent.lastName !== undefined && { lastName: sent.lastName }),
        ...(sent.telephone !== undefined && { telephone: sent.telephone }),
        ...(image && { imageId: image._id }),
        updatedAt: timestamp(services.clock),
      })
      .where("_id", "=", record._id)
      .execute();
    if (image) {
      await attach(trx, [image._id]);
      if (before.imageId) await detach(trx, [before.imageId]);
    }
    if (record.privilege !== "merchant") return;
    const store = {
      ...(sent.username !== undefined && { username: sent.username }),
      ...(sent.storeName !== undefined && { storeName: sent.storeName, searchName: searchLine(sent.storeName) }),
      ...(sent.businessAddress !== undefined && { businessAddress: sent.businessAddress }),
    };
    // Not as it was when somebody asked: another save may have come between.
    const named = await trx
      .selectFrom("stores")
      .select("storeName")
      .where("userId", "=", record._id)
      .executeTakeFirst();
    if (Object.keys(store).length > 0)
      await trx.updateTable("stores").set(store).where("userId", "=", record._id).execute();
    if (categories) await setStoreCategories(trx, record._id, categories);
    // The shop shows the store's name beside its products.
    if (sent.storeName !== undefined && sent.storeName !== named?.storeName)
      await services.dialect.announceChange(trx, [LISTS, stallTag(record._id)]);
  });
  return fresh(services, record._id);
}

export async function saveBilling(services: Services, userId: string, billing: Billing): Promise<User> {
  await services.db
    .updateTable("users")
    .set({ extras: JSON.stringify(billing), updatedAt: timestamp(services.clock) })
    .where("_id", "=", userId)
    .where("deletedAt", "is", null)
    .execute();
  return fresh(services, userId);
}

async function fresh(services: Services, userId: string): Promise<User> {
  const record = await userById(services.db, userId);
  if (!record) throw deadToken();
  return asUser(services, record);
}
