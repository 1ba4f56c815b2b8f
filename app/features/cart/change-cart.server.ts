import { toDollars } from "~/features/fields";
import { compiledOnce } from "~/platform/database/compiled.server";
import { inTransaction, type Db, type Trx } from "~/platform/database/database.server";
import { refusal } from "~/platform/refusal";
import { isFirstTime } from "~/platform/http/idempotency.server";
import type { Services } from "~/platform/services.server";
import { variantsOf } from "~/features/products/variants.server";
import { MOST_LINES, sizeIdOf, type SavedLists, type SeenItem } from "./schema";

const unknownProduct = refusal("unknown_product", 404, "There is no such product.", "product");
const chooseSize = refusal("choose_size", 422, "This product is sold in several sizes. Choose one of them.", "variant");
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

const linesOf = compiledOnce((db: Db, userId: string, same: string) =>
  db
    .selectFrom("cartLines")
    .select(["productId", "variantId", "quantity", "seenCents", "addedAt"])
    .where("userId", "=", userId)
    .unionAll(
      db
        .selectFrom("wishlistLines")
        .select((eb) => [
          "productId",
          "productId as variantId",
          eb.lit(0).as("quantity"),
          eb.lit(0).as("seenCents"),
          "addedAt",
        ])
        .where("userId", "=", same),
    )
    .orderBy("addedAt")
    .orderBy("variantId"),
);

/** Cart and wishlist of a user in one statement, oldest cart line first, newest wish first. */
export async function savedListsOf({ db }: { db: Db }, userId: string): Promise<SavedLists> {
  const rows = await linesOf(db, userId, userId);
  return {
    // Lists from before the limit may be longer. The rest appears as lines are removed.
    carts: rows
      .filter((row) => row.quantity > 0)
      .slice(0, MOST_LINES)
      .map(({ productId, variantId, quantity, seenCents }) => ({
        product: productId,
        variant: variantId,
        quantity,
        ...(seenCents > 0 && { seen: toDollars(seenCents) }),
      })),
    wishlist: rows
      .filter((row) => row.quantity === 0)
      .map((row) => row.productId)
      .toReversed()
      .slice(0, MOST_LINES),
  };
}

/**
 * Sets a line's quantity in pieces, or adds to it; a product that is not in the cart is put in. Returns both lists.
 * Refuses `unknown_product`, `choose_size` if several sizes are sold and none is named, and `cart_full` beyond 50
 * lines.
 */
export async function changeCart(
  services: Services,
  userId: string,
  productId: string,
  change: ({ quantity: number } | { add: number }) & { variant?: string | undefined; seen?: number | undefined },
): Promise<SavedLists> {
  await inTransaction(services.db, async (trx) => {
    if (!(await isFirstTime(trx, services))) return;
    const variant = await sizeInCart(trx, productId, change.variant);
    const [quantity, how] = "add" in change ? [change.add, "add" as const] : [change.quantity, "set" as const];
    await putLines(
      trx,
      userId,
      services.clock.now(),
      [{ product: productId, variant, quantity, seen: change.seen }],
      how,
    );
    if ((await countLines(trx, "cartLines", userId)) > MOST_LINES) throw cartFull();
  });
  return savedListsOf(services, userId);
}

/** Puts several products into the cart at once. If a product is there already, the larger quantity stays. */
export async function fillCart(services: Services, userId: string, lines: SeenItem[]): Promise<SavedLists> {
  await inTransaction(services.db, async (trx) => {
    await putLines(trx, userId, services.clock.now(), lines, "larger");
    if ((await countLines(trx, "cartLines", userId)) > MOST_LINES) throw cartFull();
  });
  return savedListsOf(services, userId);
}

/** Sets quantities and seen prices of lines that are in the cart; one that was taken out meanwhile stays out. */
export async function changeLines(services: Services, userId: string, lines: SeenItem[]): Promise<SavedLists> {
  await inTransaction(services.db, async (trx) => {
    const rows = await trx.selectFrom("cartLines").select("variantId").where("userId", "=", userId).execute();
    const existingSizes = new Set(rows.map((row) => row.variantId));
    const existingLines = lines.filter((line) => existingSizes.has(sizeIdOf(line)));
    await putLines(trx, userId, services.clock.now(), existingLines, "set");
  });
  return savedListsOf(services, userId);
}

/** Takes a product out of the cart, in one size or in all, or empties the cart. */
export async function removeFromCart(
  services: Services,
  userId: string,
  line?: { product: string; variant?: string | undefined },
): Promise<SavedLists> {
  if (line?.variant === undefined) await dropLines(services.db, "cartLines", userId, line && [line.product]);
  else
    await services.db
      .deleteFrom("cartLines")
      .where("userId", "=", userId)
      .where("productId", "=", line.product)
      .where("variantId", "=", line.variant)
      .execute();
  return savedListsOf(services, userId);
}

/** Puts a product on top of the wishlist. Refuses one that does not exist, and a full list. */
export async function wish(services: Services, userId: string, productId: string): Promise<SavedLists> {
  await inTransaction(services.db, async (trx) => {
    await mustKnow(trx, productId);
    await putWishes(trx, userId, services.clock.now(), [productId]);
    if ((await countLines(trx, "wishlistLines", userId)) > MOST_LINES) throw wishlistFull();
  });
  return savedListsOf(services, userId);
}

/** Takes a product off the wishlist. */
export async function unwish(services: Services, userId: string, productId: string): Promise<SavedLists> {
  await dropLines(services.db, "wishlistLines", userId, [productId]);
  return savedListsOf(services, userId);
}

async function mustKnow(trx: Trx, productId: string): Promise<void> {
  if (!(await knownProducts(trx, [productId])).has(productId)) throw unknownProduct();
}

/** The size that a new line is about: the one that is named, or the only one. */
async function sizeInCart(trx: Trx, productId: string, variantId: string | undefined): Promise<string> {
  await mustKnow(trx, productId);
  const all = (await variantsOf(trx, [productId])).get(productId) ?? [];
  // A size that waits for its review cannot be bought, so it does not turn a single size into a choice.
  const sizes = all.filter(({ isPending }) => isPending === 0);
  if (variantId === undefined) {
    if (sizes.length > 1) throw chooseSize();
    return sizes[0]?._id ?? productId;
  }
  if (!sizes.some(({ _id }) => _id === variantId)) throw unknownProduct();
  return variantId;
}

/** Takes what was just bought out of the buyer's saved cart, in the transaction that places the order. */
export async function clearBought(trx: Trx, userId: string, variantIds: string[]): Promise<void> {
  await trx.deleteFrom("cartLines").where("userId", "=", userId).where("variantId", "in", variantIds).execute();
}

/** Deletes both lists of a user, in the transaction that deletes the account. */
export async function removeListsOf(trx: Trx, userId: string): Promise<void> {
  await dropLines(trx, "cartLines", userId);
  await dropLines(trx, "wishlistLines", userId);
}

/** Which of the ids are known products, published or not. */
export async function knownProducts(db: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom("products").select("_id").where("_id", "in", ids).execute();
  return new Set(rows.map((row) => row._id));
}

async function countLines(db: Db, table: "cartLines" | "wishlistLines", userId: string): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("userId", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

type HowToPut = "set" | "add" | "larger";

/** Times that are a millisecond apart, so that lines that are added together keep their order. */
function oneAfterAnother(first: Date, index: number): string {
  return new Date(first.getTime() + index).toISOString();
}

/**
 * Puts lines into a cart. A new line is added as it is. If a line is there already, its quantity is set, added to, or
 * kept if larger. One statement.
 */
export async function putLines(db: Db, userId: string, from: Date, lines: SeenItem[], how: HowToPut): Promise<void> {
  if (lines.length === 0) return;
  await db
    .insertInto("cartLines")
    .values(
      lines.map((line, index) => ({
        userId,
        productId: line.product,
        variantId: sizeIdOf(line),
        quantity: line.quantity,
        seenCents: Math.round((line.seen ?? 0) * 100),
        addedAt: oneAfterAnother(from, index),
      })),
    )
    .onConflict((oc) =>
      oc.columns(["userId", "variantId"]).doUpdateSet((eb) => {
        const [now, sentQuantity] = [eb.ref("cartLines.quantity"), eb.ref("excluded.quantity")];
        const [seenBefore, newlySeen] = [eb.ref("cartLines.seenCents"), eb.ref("excluded.seenCents")];
        const seenCents = eb.case().when(newlySeen, ">", 0).then(newlySeen).else(seenBefore).end();
        if (how === "set") return { quantity: sentQuantity, seenCents };
        if (how === "larger")
          return { quantity: eb.case().when(now, ">", sentQuantity).then(now).else(sentQuantity).end(), seenCents };
        const sum = eb(now, "+", sentQuantity);
        return { quantity: eb.case().when(sum, ">", 9999).then(9999).else(sum).end(), seenCents };
      }),
    )
    .execute();
}

/** Puts products on a wishlist, the last of them on top. Products that are on it already stay where they are. */
export async function putWishes(db: Db, userId: string, from: Date, productIds: string[]): Promise<void> {
  if (productIds.length === 0) return;
  await db
    .insertInto("wishlistLines")
    .values(productIds.map((productId, index) => ({ userId, productId, addedAt: oneAfterAnother(from, index) })))
    .onConflict((oc) => oc.doNothing())
    .execute();
}

/** Removes the given products of a user's list, or all of them. */
async function dropLines(
  db: Db,
  table: "cartLines" | "wishlistLines",
  userId: string,
  productIds?: string[],
): Promise<void> {
  let query = db.deleteFrom(table).where("userId", "=", userId);
  if (productIds) query = query.where("productId", "in", productIds);
  await query.execute();
}
