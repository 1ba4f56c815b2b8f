import { publicProducts } from "~/features/catalogue/queries.server";
import { toDollars } from "~/features/fields";
import { inTransaction, type Trx } from "~/platform/database/database.server";
import { refusal } from "~/platform/refusal";
import type { Services } from "~/platform/services.server";
import { countLines, dropLines, knownProducts, putLines, putWishes, savedLines } from "./queries.server";
import { MOST_LINES, type CartItem, type CartLine, type QuotedCart, type SavedLists } from "./schema";

const unknownProduct = refusal("unknown_product", 404, "There is no such product.", "product");
const cartFull = refusal(
  "cart_full",
  409,
  `A cart can hold at most ${MOST_LINES} products. Please order or remove some first.`,
);
const wishlistFull = refusal(
  "wishlist_full",
  409,
  `A wishlist can hold at most ${MOST_LINES} products. Please remove some first.`,
);

/** What a cart comes to today: prices and stock are the catalogue's, whatever the cart remembers. Two statements. */
export async function quoteCart(services: Pick<Services, "db">, carts: CartItem[]): Promise<QuotedCart> {
  const products = new Map(
    (
      await publicProducts(
        services.db,
        carts.map((line) => line.product),
      )
    ).map((product) => [product._id, product]),
  );
  const lines = carts.map(({ product: productId, quantity }): CartLine => {
    const product = products.get(productId) ?? null;
    const available = product?.quantity ?? 0;
    const cents = product ? Math.round(product.amount * 100) * quantity : 0;
    const problem = !product ? "gone" : available === 0 ? "sold-out" : available < quantity ? "too-many" : null;
    return { product, productId, quantity, subtotal: toDollars(cents), available, problem };
  });
  const totalCents = lines.reduce((sum, line) => sum + Math.round(line.subtotal * 100), 0);
  return {
    lines,
    cartTotal: toDollars(totalCents),
    orderable: lines.length > 0 && lines.every((line) => line.problem === null),
  };
}

export function savedListsOf(services: Pick<Services, "db">, userId: string): Promise<SavedLists> {
  return savedLines(services.db, userId);
}

/** Puts a visitor's lists into the account's when they sign in; of two quantities the larger one wins. */
export async function mergeSavedLists(services: Services, userId: string, visitor: SavedLists): Promise<SavedLists> {
  await inTransaction(services.db, async (trx) => {
    const known = await knownProducts(trx, [...visitor.carts.map((line) => line.product), ...visitor.wishlist]);
    const mine = await savedLines(trx, userId);
    const carts = roomFor(
      visitor.carts.filter((line) => known.has(line.product)),
      mine.carts,
      (line) => line.product,
    );
    await putLines(trx, userId, services.clock.now(), carts, "larger");
    const wishes = roomFor(
      visitor.wishlist.filter((id) => known.has(id)),
      mine.wishlist.map((product) => ({ product })),
      (id) => id,
    );
    await putWishes(trx, userId, services.clock.now(), wishes.toReversed());
  });
  return savedLines(services.db, userId);
}

/** As many new entries as still fit; those that are in already always do. */
function roomFor<Entry>(entries: Entry[], mine: { product: string }[], productOf: (entry: Entry) => string): Entry[] {
  const there = new Set(mine.map((line) => line.product));
  let room = MOST_LINES - there.size;
  return entries.filter((entry) => there.has(productOf(entry)) || room-- > 0);
}

/** Sets a line's quantity, or adds to it; a product that is not in the cart is put in. */
export async function changeCart(
  services: Services,
  userId: string,
  productId: string,
  change: { quantity: number } | { add: number },
): Promise<SavedLists> {
  await inTransaction(services.db, async (trx) => {
    await mustKnow(trx, productId);
    const [quantity, how] = "add" in change ? [change.add, "add" as const] : [change.quantity, "set" as const];
    await putLines(trx, userId, services.clock.now(), [{ product: productId, quantity }], how);
    if ((await countLines(trx, "cartLines", userId)) > MOST_LINES) throw cartFull();
  });
  return savedLines(services.db, userId);
}

/** Puts several products into the cart at once, as many pieces of each as are asked for. */
export async function fillCart(services: Services, userId: string, lines: CartItem[]): Promise<SavedLists> {
  await inTransaction(services.db, async (trx) => {
    await putLines(trx, userId, services.clock.now(), lines, "set");
    if ((await countLines(trx, "cartLines", userId)) > MOST_LINES) throw cartFull();
  });
  return savedLines(services.db, userId);
}

export async function removeFromCart(services: Services, userId: string, productIds?: string[]): Promise<SavedLists> {
  await dropLines(services.db, "cartLines", userId, productIds);
  return savedLines(services.db, userId);
}

export async function wish(services: Services, userId: string, productId: string): Promise<SavedLists> {
  await inTransaction(services.db, async (trx) => {
    await mustKnow(trx, productId);
    await putWishes(trx, userId, services.clock.now(), [productId]);
    if ((await countLines(trx, "wishlistLines", userId)) > MOST_LINES) throw wishlistFull();
  });
  return savedLines(services.db, userId);
}

export async function unwish(services: Services, userId: string, productId: string): Promise<SavedLists> {
  await dropLines(services.db, "wishlistLines", userId, [productId]);
  return savedLines(services.db, userId);
}

async function mustKnow(trx: Trx, productId: string): Promise<void> {
  if (!(await knownProducts(trx, [productId])).has(productId)) throw unknownProduct();
}

/** Takes what was just bought out of the buyer's saved cart, in the transaction that places the order. */
export async function clearBought(trx: Trx, userId: string, productIds: string[]): Promise<void> {
  await dropLines(trx, "cartLines", userId, productIds);
}
