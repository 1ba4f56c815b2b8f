import { inTransaction } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { knownProducts, putLines, putWishes, savedListsOf } from "./change-cart.server";
import { MOST_LINES, sizeIdOf, type SavedLists } from "./schema";

/** Puts a visitor's lists into the account's when they sign in; of two quantities the larger one wins. */
export async function mergeSavedLists(services: Services, userId: string, visitor: SavedLists): Promise<SavedLists> {
  await inTransaction(services.db, async (trx) => {
    const known = await knownProducts(trx, [...visitor.carts.map((line) => line.product), ...visitor.wishlist]);
    const mine = await savedListsOf({ db: trx }, userId);
    const carts = roomFor(
      visitor.carts.filter((line) => known.has(line.product)),
      mine.carts,
      sizeIdOf,
    );
    await putLines(trx, userId, services.clock.now(), carts, "larger");
    const wishes = roomFor(
      visitor.wishlist.filter((id) => known.has(id)),
      mine.wishlist.map((product) => ({ product })),
      (id) => id,
    );
    await putWishes(trx, userId, services.clock.now(), wishes.toReversed());
  });
  return savedListsOf(services, userId);
}

/** As many new entries as still fit; those that are in already always do. */
function roomFor<Entry>(
  entries: Entry[],
  mine: { product: string; variant?: string | undefined }[],
  idOf: (entry: Entry) => string,
): Entry[] {
  const there = new Set(mine.map(sizeIdOf));
  let room = MOST_LINES - there.size;
  return entries.filter((entry) => there.has(idOf(entry)) || room-- > 0);
}
