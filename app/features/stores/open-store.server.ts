import { timestamp } from "~/platform/clock";
import type { Trx } from "~/platform/database/database.server";
import { searchLine } from "~/platform/search-text/search-line";
import type { Services } from "~/platform/services.server";
import { setStoreCategories } from "./save-store.server";

/** A store as its merchant describes it when signing up. */
export interface NewStore {
  username: string;
  storeName: string;
  businessAddress: string;
  /** Ids. */
  businessCategory: string[];
}

/** Opens the store of an account. If operators let merchants in, the store waits for them. */
export async function openStore(
  trx: Trx,
  services: Pick<Services, "config" | "clock">,
  userId: string,
  { username, storeName, businessAddress, businessCategory }: NewStore,
): Promise<void> {
  await trx
    .insertInto("stores")
    .values({
      userId,
      username,
      storeName,
      searchName: searchLine(storeName),
      businessAddress,
      story: "",
      updatedAt: timestamp(services.clock),
      status: services.config.merchantApproval === "operator" ? "waiting" : "active",
    })
    .execute();
  await setStoreCategories(trx, userId, businessCategory);
}

/** Removes the store of an account that was never confirmed. */
export async function removeStore(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom("storeCategories").where("userId", "=", userId).execute();
  await trx.deleteFrom("stores").where("userId", "=", userId).execute();
}
