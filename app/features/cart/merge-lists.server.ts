import { inTransaction } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { knownProducts, putLines, putWishes, savedListsOf } from "./change-cart.server";
import { MOST_LINES, sizeIdOf, type SavedLists } from "./schema";

/** Puts a visitor's lists into the account's when they sign in. The larger of two quantities wins. */
export async function mergeSavedLists(services: Services, userId: string, visitor: SavedLists): Promise<SavedLists> {
  await inTransaction(services.db, async (trx) => {
    const knownIds = await knownProducts(trx, [...visitor.carts.map((line) => line.product), ...visitor.wishlist]);
    const savedLists = await savedListsOf({ db: trx }, userId);
    const carts = roomFor(
      visitor.carts.filter((line) => knownIds.has(line.product)),
      savedLists.carts,
      sizeIdOf,
    );
    await putLines(trx, userId, services.clock.now(), carts, "larger");
    const wishes = roomFor(
      visitor.wishlist.filter((id) => knownIds.has(id)),
      savedLists.wishlist.map((product) => ({ product })),
      (id) => id,
    );
    await putWishes(trx, userId, services.clock.now(), wishes.toReversed());
  });
  return savedListsOf(services, userId);
}

/** As many new entries as still fit. Entries that are saved already always fit. */
function roomFor<Entry>(
  entries: Entry[],
  savedLines: { product: string; variant?: string | undefined }[],
  idOf: (entry: Entry) => string,
): Entry[] {
  const savedSizes = new Set(savedLines.map(sizeIdOf));
  let room = MOST_LINES - savedSizes.size;
  return entries.filter((entry) => savedSizes.has(idOf(entry)) || room-- > 0);
}
