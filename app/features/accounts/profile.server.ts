import { storeImage } from "~/features/media/store-image.server";
import { attach, detach } from "~/features/media/stored-files.server";
import { countPicture } from "~/features/media/take-files.server";
import { saveStore } from "~/features/stores/save-store.server";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Trx } from "~/platform/database/database.server";
import { etagOf, requireMatch, type Expected } from "~/platform/http/versions.server";
import type { Services } from "~/platform/services.server";
import { deadToken, unknownCategory } from "./errors.server";
import { lockUser } from "./lock-user.server";
import { asUser } from "./log-in.server";
import { countCategories, userById, type UserRecord } from "./queries.server";
import type { Billing, Profile, User } from "./schema";

/**
 * Saves the fields that were sent, and the picture if there is a new one. Merchants' fields count only for merchants.
 * With `expectedVersion`, refuses when the profile has changed since that version.
 */
export async function saveProfile(
  services: Services,
  record: UserRecord,
  payload: Profile,
  picture: Uint8Array | null,
  expectedVersion?: Expected,
): Promise<User> {
  const categories = record.privilege === "merchant" ? payload.businessCategory : undefined;
  if (categories && (await countCategories(services.db, categories)) < new Set(categories).size)
    throw unknownCategory();
  if (picture) await countPicture(services, record._id, picture.length);
  const image =
    picture && (await storeImage(services, picture, { ownerId: record._id, field: "intendedFile", square: true }));
  await inTransaction(services.db, async (trx) => {
    const before = await lockUser(trx, services, record._id);
    if (!before) throw deadToken();
    if (expectedVersion) await requireProfile(trx, services, record._id, expectedVersion);
    await trx
      .updateTable("users")
      .set({
        ...(payload.firstName !== undefined && { firstName: payload.firstName }),
        ...(payload.lastName !== undefined && { lastName: payload.lastName }),
        ...(payload.telephone !== undefined && { telephone: payload.telephone }),
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
    await saveStore(trx, services, record._id, payload, categories);
  });
  return fresh(services, record._id);
}

/** Saves the whole billing address. With `expectedVersion`, refuses when the profile has changed since that version. */
export async function saveBilling(
  services: Services,
  userId: string,
  billing: Billing,
  expectedVersion?: Expected,
): Promise<User> {
  await inTransaction(services.db, async (trx) => {
    if (!(await lockUser(trx, services, userId))) throw deadToken();
    if (expectedVersion) await requireProfile(trx, services, userId, expectedVersion);
    const { firstName, lastName } = billing;
    await trx
      .updateTable("users")
      .set({ extras: JSON.stringify(billing), updatedAt: timestamp(services.clock) })
      .where("_id", "=", userId)
      .execute();
    // An account that began with a mailed code has no name before its first order.
    if (firstName !== "" && lastName !== "")
      await trx
        .updateTable("users")
        .set({ firstName, lastName, updatedAt: timestamp(services.clock) })
        .where("_id", "=", userId)
        .where("firstName", "=", "")
        .where("lastName", "=", "")
        .execute();
  });
  return fresh(services, userId);
}

/** The version of a profile: a hash of everything that its owner saves, the billing address included. */
export function profileVersion(user: User): string {
  const { firstName, lastName, telephone, username, storeName, businessAddress, businessCategory, image, extras } =
    user;
  const names = [firstName, lastName, telephone, username, storeName, businessAddress];
  return etagOf([names, businessCategory, image?._id ?? null, extras]);
}

async function requireProfile(trx: Trx, services: Services, userId: string, expectedVersion: Expected): Promise<void> {
  const record = await userById(trx, userId);
  if (!record) throw deadToken();
  const user = await asUser({ ...services, db: trx }, record);
  requireMatch(user, expectedVersion, profileVersion(user));
}

async function fresh(services: Services, userId: string): Promise<User> {
  const record = await userById(services.db, userId);
  if (!record) throw deadToken();
  return asUser(services, record);
}
