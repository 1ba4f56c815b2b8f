import type { Trx } from "~/platform/database/database.server";

/** Forgets the cart and the wishlist of a user who leaves. */
export async function forgetListsOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom("cartLines").where("userId", "=", userId).execute();
  await trx.deleteFrom("wishlistLines").where("userId", "=", userId).execute();
}
