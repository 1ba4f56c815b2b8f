import { keepUser } from "~/features/accounts/lock-user.server";
import type { Billing } from "~/features/accounts/schema";
import type { CartItem } from "~/features/cart/schema";
import { fold } from "~/platform/folding";
import { lockProducts, releaseStock, takeStock } from "~/features/products/stock.server";
import { closedSentence, closedStalls } from "~/features/stalls/closed-stalls.server";
import { timestamp } from "~/platform/clock";
import { inTransaction, isDuplicate, type Db, type Trx } from "~/platform/database/database.server";
import type { OrderRow } from "~/platform/database/tables";
import { newId } from "~/platform/ids.server";
import type { RefusalItem } from "~/platform/refusal";
import type { Services } from "~/platform/services.server";
import { NOBODY } from "./anonymise-orders.server";
import { busyElsewhere, notEnoughStock } from "./errors.server";
import { logStep } from "./log-step.server";
import { linesOf, type BuyerSnapshot, type OrderLine } from "./order.server";

/*
 * The stock reservation of an order that waits for its payment: made with the order, renewed, released, or made once
 * more. Whoever changes stock locks the products in the order of their ids.
 */

/** How long stock is held for an order that is not paid yet. */
const HOLD_MINUTES = 30;
/** How long it can be held at most, however often the buyer comes back to the checkout. */
const LONGEST_HOLD_MINUTES = 90;
const CURRENCY = "usd";

/** What a checkout asks for; every product of the cart stands in it once. */
export interface Checkout {
  buyerId: string;
  buyer: BuyerSnapshot;
  carts: CartItem[];
  billing: Billing;
  shipping: Billing;
  notes: string;
}

/** True when the held order is for just this cart at today's prices. */
export async function isSameCart(services: Services, order: OrderRow, carts: CartItem[]): Promise<boolean> {
  if (order.heldUntil <= timestamp(services.clock)) return false;
  const lines = await linesOf(services.db, order._id);
  const prices = await services.db
    .selectFrom("products")
    .select(["_id", "priceCents"])
    .where(
      "_id",
      "in",
      lines.map((line) => line.productId),
    )
    .where("isPublic", "=", 1)
    .execute();
  const priceOf = new Map(prices.map((row) => [row._id, row.priceCents]));
  const wanted = new Map(carts.map((line) => [line.product, line.quantity]));
  return (
    lines.length === carts.length &&
    lines.every(
      (line) => wanted.get(line.productId) === line.quantity && priceOf.get(line.productId) === line.priceCents,
    )
  );
}

/**
 * Puts a waiting order under the addresses and notes of this checkout; its stock is held for 30 minutes more, 90 in
 * all, if somebody is paying. Refuses `checkout_running` where the order does not wait any more, or its buyer has left.
 */
export async function renewHold(
  services: Services,
  order: OrderRow,
  { billing, shipping, notes, buyer }: Checkout,
  { isBeingPaid }: { isBeingPaid: boolean },
): Promise<OrderRow> {
  // Renewed again and again, one checkout could keep goods from everybody.
  const last = new Date(Date.parse(order.createdAt) + LONGEST_HOLD_MINUTES * 60_000).toISOString();
  const wanted = timestamp(services.clock, HOLD_MINUTES * 60);
  const renewed = await services.db
    .updateTable("orders")
    .set({
      billing: JSON.stringify(billing),
      shipping: JSON.stringify(shipping),
      notes,
      buyer: JSON.stringify(buyer),
      buyerText: buyerTextOf(buyer),
      ...(isBeingPaid && { heldUntil: wanted < last ? wanted : last }),
    })
    .where("_id", "=", order._id)
    .where("status", "=", "pending")
    .where("buyer", "<>", NOBODY)
    .returningAll()
    .executeTakeFirst();
  if (!renewed) throw busyElsewhere();
  return renewed;
}

/**
 * Makes an order of a cart, priced from the catalogue in cents, and takes its pieces out of stock for 30 minutes.
 * Refuses what is not sold or not there in such numbers, one item a line of the cart (`no_longer_sold`, `sold_out`,
 * `not_enough_stock`), what is of a stall on holiday (`stall_closed`), `checkout_running` where the buyer has an order
 * that waits already, and `dead_token` where their account has ended.
 */
export async function holdStock(services: Services, checkout: Checkout): Promise<OrderRow> {
  const { clock, dialect, db } = services;
  const itemId = await nextItemId(db);
  try {
    return await inTransaction(db, async (trx) => {
      await keepUser(trx, services, checkout.buyerId);
      const now = clock.now();
      const ids = checkout.carts.map((line) => line.product);
      const products = await lockProducts(trx, dialect, ids);
      const closed = await closedStalls(trx, services, [...new Set([...products.values()].map((p) => p.merchantId))]);
      const short = checkout.carts.flatMap(({ product, quantity }, index): RefusalItem[] => {
        const found = products.get(product);
        const field = `carts.${index}`;
        if (!found || found.isPublic === 0)
          return [
            {
              message: found ? `${found.title} is no longer sold.` : "A product in the cart does not exist.",
              code: "no_longer_sold",
              field,
            },
          ];
        const away = closed.get(found.merchantId);
        if (away) return [{ message: closedSentence(away), code: "stall_closed", field }];
        if (found.quantity === 0) return [{ message: `${found.title} is sold out.`, code: "sold_out", field }];
        return found.quantity < quantity
          ? [{ message: `Only ${found.quantity} left of ${found.title}.`, code: "not_enough_stock", field }]
          : [];
      });
      if (short.length > 0) throw notEnoughStock(short);
      const pieces = checkout.carts.map((line) => ({ productId: line.product, quantity: line.quantity }));
      const orderId = newId(now);
      if (!(await takeStock(trx, services, pieces, orderId))) throw new Error("stock changed under a lock");

      const images = await firstImages(trx, ids);
      const parts = new Map<string, { _id: string; amountCents: number }>();
      const lines = checkout.carts.map((line, position) => {
        const product = products.get(line.product)!;
        const part = parts.get(product.merchantId) ?? { _id: newId(now), amountCents: 0 };
        parts.set(product.merchantId, part);
        part.amountCents += product.priceCents * line.quantity;
        return {
          _id: newId(now),
          orderId,
          partId: part._id,
          productId: product._id,
          title: product.title,
          sku: product.sku,
          imageId: images.get(product._id) ?? null,
          priceCents: product.priceCents,
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
        amountCents: [...parts.values()].reduce((sum, part) => sum + part.amountCents, 0),
        currency: CURRENCY,
        buyer: JSON.stringify(checkout.buyer),
        buyerText: buyerTextOf(checkout.buyer),
        billing: JSON.stringify(checkout.billing),
        shipping: JSON.stringify(checkout.shipping),
        notes: checkout.notes,
        paymentMethod: "Card",
        provider: services.cards.name,
        intentId: null,
        heldUntil: timestamp(clock, HOLD_MINUTES * 60),
        paidAt: null,
        isCompleted: 0,
        disputedAt: null,
        disputeEndedAt: null,
        disputeReason: "",
        createdAt,
      };
      await trx.insertInto("orders").values(order).execute();
      await trx
        .insertInto("orderParts")
        .values(
          [...parts].map(([merchantId, part]) => ({
            ...part,
            orderId,
            merchantId,
            statusText: "Processing" as const,
            paidAt: null,
            shippedAt: null,
            deliveredAt: null,
            createdAt,
          })),
        )
        .execute();
      await trx.insertInto("orderLines").values(lines).execute();
      logStep(trx, services, orderId, "held");
      return order;
    });
  } catch (error) {
    // Two tabs at once: the database lets one order of a buyer wait for payment.
    if (isDuplicate(error)) throw busyElsewhere();
    throw error;
  }
}

/**
 * Lets holds end 30 minutes from now that last longer than any can: they were begun under a clock that was ahead, and
 * would keep goods from everybody for as long as it was. Source: LONGEST_HOLD_MINUTES.
 */
export async function shortenHolds({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  await db
    .updateTable("orders")
    .set({ heldUntil: timestamp(clock, HOLD_MINUTES * 60) })
    .where("status", "=", "pending")
    .where("heldUntil", ">", timestamp(clock, LONGEST_HOLD_MINUTES * 60))
    .execute();
}

/** Puts the stock of an unpaid order back, once. From then on it says how long it was held. */
export async function releaseHold(services: Services, orderId: string): Promise<void> {
  const { db, clock } = services;
  const now = timestamp(clock);
  await inTransaction(db, async (trx) => {
    const released = await trx
      .updateTable("orders")
      .set((eb) => ({
        status: "released" as const,
        heldUntil: eb.case().when("heldUntil", "<", now).then(eb.ref("heldUntil")).else(now).end(),
      }))
      .where("_id", "=", orderId)
      .where("status", "=", "pending")
      .executeTakeFirst();
    if (released.numUpdatedRows !== 1n) return;
    await giveBack(trx, services, orderId, await linesOf(trx, orderId));
    logStep(trx, services, orderId, "released");
  });
}

/** Puts the stock back that is held for an order, in a transaction that says what becomes of the order. */
export async function giveBack(trx: Trx, services: Services, orderId: string, lines: OrderLine[]): Promise<void> {
  if (lines.length === 0) return;
  // A merchant who counts has the products before what is noted as held, which is taken away here before they change.
  await lockProducts(
    trx,
    services.dialect,
    lines.map((line) => line.productId),
  );
  await releaseStock(trx, services, lines, orderId);
}

/** Takes the stock of an order whose hold had ended once more. Answers whether all of it is still there. */
export async function holdAgain(trx: Trx, services: Services, order: OrderRow): Promise<boolean> {
  const lines = await linesOf(trx, order._id);
  const products = await lockProducts(
    trx,
    services.dialect,
    lines.map((line) => line.productId),
  );
  if (!lines.every((line) => (products.get(line.productId)?.quantity ?? 0) >= line.quantity)) return false;
  return takeStock(trx, services, lines, order._id);
}

/** What a merchant's search finds an order by. */
function buyerTextOf({ firstName, lastName, email }: BuyerSnapshot): string {
  return fold(`${firstName} ${lastName} ${email}`);
}

/** The short number of the next order. */
async function nextItemId(db: Db): Promise<number> {
  await db
    .insertInto("counters")
    .values({ name: "order", value: 10_000 })
    .onConflict((oc) => oc.doNothing())
    .execute();
  const row = await db
    .updateTable("counters")
    .set((eb) => ({ value: eb("value", "+", 1) }))
    .where("name", "=", "order")
    .returning("value")
    .executeTakeFirstOrThrow();
  return Number(row.value);
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
