import { CARD, ON_COLLECTION } from "~/features/collection-payments/schema";
import { keepUser, lockUser } from "~/features/accounts/lock-user.server";
import type { Billing } from "~/features/accounts/schema";
import type { CartItem } from "~/features/cart/schema";
import { outOfSeasonSentence } from "~/features/products/season.server";
import { lockProducts, releaseStock, takeStock } from "~/features/products/stock.server";
import { lessDiscount } from "~/features/products/weighed-schema";
import { inSize, sizeOf, sizesOnSale, variantsOf } from "~/features/products/variants.server";
import { partsToJoin } from "~/features/delivery/additions.server";
import {
  chosenWays,
  freePlaces,
  hasSameWays,
  holdPlaces,
  holdPlacesAgain,
} from "~/features/delivery/hold-places.server";
import { stallsOf } from "~/features/delivery/stalls-of-products.server";
import type { WayChoice } from "~/features/delivery/schema";
import { closedSentence, closedStalls } from "~/features/stores/closed-stalls.server";
import { today } from "~/features/stores/holiday";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Db, type Trx } from "~/platform/database/database.server";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import { isDuplicate } from "~/platform/database/duplicates";
import type { OrderRow } from "~/platform/database/tables";
import { newId } from "~/platform/ids.server";
import type { RefusalItem } from "~/platform/refusal";
import type { Services } from "~/platform/services.server";
import { busyElsewhere, notEnoughStock } from "./errors.server";
import { logStep } from "~/features/orders/log-step.server";
import {
  addressed,
  insertOrder,
  markReleased,
  nextItemId,
  renewOrder,
  shortenWaits,
  type NewPart,
} from "~/features/orders/write-order.server";
import { vatOfPiece } from "~/features/accounting/vat";
import { linesOf, lockOrders, type BuyerSnapshot, type OrderLine } from "~/features/orders/order.server";

/*
 * The hold of an order that waits for its payment: it is made with the order, renewed, released, or made once more.
 * Changes of stock lock the products in the order of their ids.
 */

/** How long stock is held for an order that is not paid yet. */
const HOLD_MINUTES = 30;
/** How long it can be held at most, however often the buyer comes back to the checkout. */
const LONGEST_HOLD_MINUTES = 90;
const CURRENCY = "usd";

/** A requested checkout. It has each size of a product once. */
export interface Checkout {
  buyerId: string;
  buyer: BuyerSnapshot;
  carts: CartItem[];
  billing: Billing;
  shipping: Billing;
  notes: string;
  /** The delivery method of each stall that has any, as far as the buyer chose one. */
  ways: WayChoice[];
}

/** An order whose goods and places are held, in the transaction that holds them. */
export interface Held {
  order: OrderRow;
  /** By merchant, like `ways`. */
  parts: ReadonlyMap<string, NewPart>;
  ways: Awaited<ReturnType<typeof chosenWays>>;
}

/** True if the held order is for exactly this cart, at today's prices and with the delivery methods chosen now. */
export async function isSameCart(
  services: Services,
  order: OrderRow,
  { carts, ways, shipping }: Checkout,
): Promise<boolean> {
  if (order.heldUntil <= timestamp(services.clock)) return false;
  // A delivery method may not serve the other address.
  const isMoved = order.shipping !== JSON.stringify(shipping);
  if (!(await hasSameWays(services.db, order._id, ways, { isMoved }))) return false;
  const lines = await linesOf(services.db, order._id);
  const sizes = await sizesOnSale(
    services.db,
    lines.map((line) => line.productId),
  );
  const priceOf = new Map([...sizes.values()].flat().map((size) => [size._id, size.priceCents]));
  const quantities = new Map(carts.map((line) => [sizeOf(line, sizes)?._id, line.quantity]));
  return (
    lines.length === carts.length &&
    lines.every(
      (line) => quantities.get(line.variantId) === line.quantity && priceOf.get(line.variantId) === line.priceCents,
    )
  );
}

/**
 * Writes the addresses and notes of this checkout to a waiting order. If somebody is paying, its stock is held for 30
 * minutes more, 90 in all. Refuses `checkout_running` if the order does not wait any more, or its buyer has left.
 */
export async function renewHold(
  services: Services,
  order: OrderRow,
  { billing, shipping, notes, buyer }: Checkout,
  { isBeingPaid }: { isBeingPaid: boolean },
): Promise<OrderRow> {
  // Without this limit, one checkout could be renewed again and again and keep goods from everybody.
  const last = new Date(Date.parse(order.createdAt) + LONGEST_HOLD_MINUTES * 60_000).toISOString();
  const latestHold = timestamp(services.clock, HOLD_MINUTES * 60);
  const renewed = await renewOrder(services.db, order._id, {
    ...addressed({ billing, shipping, notes, buyer }),
    ...(isBeingPaid && { heldUntil: latestHold < last ? latestHold : last }),
  });
  if (!renewed) throw busyElsewhere();
  return renewed;
}

/**
 * Makes an order of a cart, priced from the catalogue in cents, and takes its pieces out of stock for 30 minutes.
 * Refuses goods that are not sold or not in stock in such numbers (`no_longer_sold`, `sold_out`, `not_enough_stock`,
 * `choose_size`), of a stall on holiday (`stall_closed`) or out of season (`out_of_season`), with one item for each
 * line of the cart. Refuses `checkout_running` if the buyer has a waiting order already, and `dead_token` if their
 * account has ended. With `place` the order is to be paid at collection: it is placed in the same transaction, once for
 * each idempotency key, and its buyer is locked.
 */
export async function holdStock(
  services: Services,
  checkout: Checkout,
  place?: (trx: Trx, hold: Held) => Promise<OrderRow>,
): Promise<OrderRow> {
  const { clock, dialect, db } = services;
  const itemId = await nextItemId(db);
  try {
    const transaction = (work: (trx: Trx) => Promise<OrderRow>) =>
      place ? inTransactionOnce(services, work) : inTransaction(db, work);
    return await transaction(async (trx) => {
      if (place) await lockUser(trx, services, checkout.buyerId);
      await keepUser(trx, services, checkout.buyerId);
      const toJoin = await partsToJoin(trx, checkout.buyerId, checkout.ways, (ids) => lockOrders(trx, dialect, ids));
      const now = clock.now();
      const ids = checkout.carts.map((line) => line.product);
      const products = await lockProducts(trx, dialect, ids);
      const closed = await closedStalls(trx, services, [...new Set([...products.values()].map((p) => p.merchantId))]);
      const sizes = await sizesOnSale(trx, ids);
      const day = today(services);
      const short = checkout.carts.flatMap((line, index): RefusalItem[] => {
        const { product, quantity } = line;
        const [productRow, size] = [products.get(product), sizeOf(line, sizes)];
        const refuse = (code: string, message: string) => [{ message, code, field: `carts.${index}` }];
        if (!productRow || productRow.isPublic === 0)
          return refuse(
            "no_longer_sold",
            productRow ? `${productRow.title} is no longer sold.` : "A product in the cart does not exist.",
          );
        const closedStall = closed.get(productRow.merchantId);
        if (closedStall) return refuse("stall_closed", closedSentence(closedStall));
        const outOfSeason = outOfSeasonSentence(productRow, day);
        if (outOfSeason !== null) return refuse("out_of_season", outOfSeason);
        if (!size && line.variant === undefined) return refuse("choose_size", `Choose a size of ${productRow.title}.`);
        if (!size) return refuse("no_longer_sold", `${productRow.title} is no longer sold in this size.`);
        const title = inSize(productRow.title, size.name);
        if (size.quantity === 0) return refuse("sold_out", `${title} is sold out.`);
        return size.quantity < quantity ? refuse("not_enough_stock", `Only ${size.quantity} left of ${title}.`) : [];
      });
      if (short.length > 0) throw notEnoughStock(short);
      const sizedLines = checkout.carts.map((line) => ({ line, size: sizeOf(line, sizes)! }));
      const stalls = stallsOf(
        sizedLines.map(({ line: { product: productId, quantity }, size }) => {
          const { merchantId, noticeHours, title, seasonFrom, seasonUntil, seasonYearly } = products.get(productId)!;
          const season = { seasonFrom, seasonUntil, seasonYearly };
          return { merchantId, noticeHours, ...season, productId, title, cents: size.priceCents * quantity };
        }),
      );
      const ways = await chosenWays(trx, services, stalls, checkout.ways, checkout.shipping, toJoin);
      const pieces = sizedLines.map(({ line, size }) => ({ variantId: size._id, quantity: line.quantity }));
      const orderId = newId(now);
      if (!(await takeStock(trx, services, pieces, orderId))) throw new Error("stock changed under a lock");

      const images = await firstImages(trx, ids);
      const parts = new Map<string, NewPart>();
      const lines = sizedLines.map(({ line, size }, position) => {
        const product = products.get(line.product)!;
        const part = parts.get(product.merchantId) ?? {
          _id: newId(now),
          amountCents: 0,
          deliveryFeeCents: ways.get(product.merchantId)?.feeCents ?? 0,
        };
        parts.set(product.merchantId, part);
        part.amountCents += size.priceCents * line.quantity;
        return {
          _id: newId(now),
          orderId,
          partId: part._id,
          productId: product._id,
          variantId: size._id,
          sizeName: size.name,
          contentMilli: size.contentMilli,
          contentUnit: size.contentUnit,
          unitPriceCents: size.unitPriceCents && lessDiscount(size.unitPriceCents, product.discountPercent),
          weightUnit: size.weightUnit,
          // Letters, slips and exports name the size by the title.
          title: inSize(product.title, size.name),
          sku: size.sku,
          imageId: images.get(product._id) ?? null,
          priceCents: size.priceCents,
          vatCents: vatOfPiece(size),
          quantity: line.quantity,
          position,
        };
      });
      const createdAt = timestamp(clock);
      const order: OrderRow = {
        _id: orderId,
        itemId,
        buyerId: checkout.buyerId,
        status: "pending",
        amountCents: [...parts.values()].reduce((sum, part) => sum + part.amountCents + part.deliveryFeeCents, 0),
        currency: CURRENCY,
        ...addressed(checkout),
        paymentMethod: place ? ON_COLLECTION : CARD,
        provider: place ? "" : services.cards.name,
        intentId: null,
        heldUntil: timestamp(clock, HOLD_MINUTES * 60),
        paidAt: null,
        isCompleted: 0,
        isAnonymous: 0,
        disputedAt: null,
        disputeEndedAt: null,
        disputeReason: "",
        createdAt,
      };
      await insertOrder(trx, order, parts, lines);
      await holdPlaces(trx, services, orderId, parts, ways);
      logStep(trx, services, orderId, "held");
      return place ? place(trx, { order, parts, ways }) : order;
    });
  } catch (error) {
    // Two tabs at once: the database allows a buyer one order that waits for payment.
    if (isDuplicate(error, "ordersOnePending")) throw busyElsewhere();
    throw error;
  }
}

/**
 * Shortens holds that last longer than any can, so that they end 30 minutes from now. They were begun under a clock
 * that was ahead, and would keep goods from everybody for as long as it was. Source: LONGEST_HOLD_MINUTES.
 */
export async function shortenHolds({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const [last, until] = [timestamp(clock, LONGEST_HOLD_MINUTES * 60), timestamp(clock, HOLD_MINUTES * 60)];
  await shortenWaits(db, last, until);
}

/** Puts the stock of an unpaid order back, once. The order notes until when it was held. */
export async function releaseHold(services: Services, orderId: string): Promise<void> {
  const { db, clock } = services;
  const now = timestamp(clock);
  await inTransaction(db, async (trx) => {
    if (!(await markReleased(trx, orderId, now))) return;
    await releaseHeldGoods(trx, services, orderId, await linesOf(trx, orderId));
    logStep(trx, services, orderId, "released");
  });
}

/** Puts back the stock and places that are held for an order. The same transaction changes the order's state. */
export async function releaseHeldGoods(
  trx: Trx,
  services: Services,
  orderId: string,
  lines: OrderLine[],
): Promise<void> {
  if (lines.length === 0) return;
  // A merchant's stock count locks the products before the rows of held stock. `releaseStock` deletes those rows first,
  // so the products are locked here.
  await lockProducts(
    trx,
    services.dialect,
    lines.map((line) => line.productId),
  );
  await releaseStock(trx, services, lines, orderId);
  await freePlaces(trx, { orderId });
}

/** Takes the stock and places of an order once more after its hold has ended. Returns whether all were still there. */
export async function holdAgain(trx: Trx, services: Services, order: OrderRow): Promise<boolean> {
  const lines = await linesOf(trx, order._id);
  const productIds = lines.map((line) => line.productId);
  await lockProducts(trx, services.dialect, productIds);
  const sizes = new Map([...(await variantsOf(trx, productIds)).values()].flat().map((size) => [size._id, size]));
  if (!lines.every((line) => (sizes.get(line.variantId)?.quantity ?? 0) >= line.quantity)) return false;
  if (!(await holdPlacesAgain(trx, services, order._id))) return false;
  return takeStock(trx, services, lines, order._id);
}

async function firstImages(db: Db, productIds: string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("productImages")
    .select(["productId", "fileId"])
    .where("productId", "in", productIds)
    .where("position", "=", 0)
    .execute();
  return new Map(rows.map((row) => [row.productId, row.fileId]));
}
