import type { Billing } from "~/features/accounts/schema";
import type { CartItem } from "~/features/cart/schema";
import { fold } from "~/features/catalogue/folding";
import { firstImages, linesOf, nextItemId, pendingOrderOf, type BuyerSnapshot } from "~/features/orders/queries.server";
import { lockProducts, takeStock } from "~/features/products/stock.server";
import { timestamp } from "~/platform/clock";
import { inTransaction, isDuplicate } from "~/platform/database/database.server";
import type { OrderRow } from "~/platform/database/tables";
import { newId } from "~/platform/ids.server";
import type { RefusalItem } from "~/platform/refusal";
import type { Services } from "~/platform/services.server";
import { busyElsewhere, incompleteAddress, noPendingPayment, notEnoughStock } from "./errors.server";
import { giveUp, releaseHold } from "./give-up.server";
import { missingForDelivery, type PendingPayment } from "./schema";
import { withIntent } from "./with-intent.server";

/** How long stock is held for an order that is not paid yet. */
const HOLD_MINUTES = 30;
/** How long it can be held at most, however often the buyer comes back to the checkout. */
const LONGEST_HOLD_MINUTES = 90;
const CURRENCY = "usd";

export interface Checkout {
  buyerId: string;
  buyer: BuyerSnapshot;
  carts: CartItem[];
  billing: Billing;
  shipping: Billing;
  notes: string;
}

/**
 * Prepares an order for payment: priced from the catalogue, stock held for 30 minutes, a payment intent made. Asked
 * again with the same cart it answers the same order; with another cart the earlier hold is given up.
 */
export async function initializePayment(services: Services, checkout: Checkout): Promise<PendingPayment> {
  mustBeDeliverable(checkout);
  const earlier = await pendingOrderOf(services.db, checkout.buyerId);
  const order =
    earlier && (await isSameCart(services, earlier, checkout.carts))
      ? await renewHold(services, earlier, checkout)
      : (earlier && (await giveUp(services, earlier)), await holdStock(services, checkout));
  const payment = await withIntent(services, order);
  if (payment.status !== "canceled") return payment;
  // A process died after it had ended the payment, before it gave the stock back.
  await releaseHold(services, order._id);
  return withIntent(services, await holdStock(services, checkout));
}

/** The buyer's order that waits for payment, with its payment as the provider sees it now. */
export async function pendingPayment(services: Services, buyerId: string): Promise<PendingPayment> {
  const order = await pendingOrderOf(services.db, buyerId);
  if (!order || order.heldUntil <= timestamp(services.clock)) throw noPendingPayment();
  return withIntent(services, order);
}

function mustBeDeliverable({ billing, shipping }: Checkout): void {
  const items: RefusalItem[] = [];
  for (const [field, address] of [
    ["billing", billing],
    ...(shipping === billing ? [] : [["shipping", shipping] as const]),
  ] as const) {
    for (const missing of missingForDelivery(address))
      items.push({ message: missing.message, code: "required", field: `${field}.${missing.field}` });
  }
  if (items.length > 0) throw incompleteAddress(items);
}

/** True when the held order is for just this cart at today's prices. */
async function isSameCart(services: Services, order: OrderRow, carts: CartItem[]): Promise<boolean> {
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

async function renewHold(
  services: Services,
  order: OrderRow,
  { billing, shipping, notes, buyer }: Checkout,
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
      heldUntil: wanted < last ? wanted : last,
    })
    .where("_id", "=", order._id)
    .where("status", "=", "pending")
    .returningAll()
    .executeTakeFirst();
  if (!renewed) throw busyElsewhere();
  return renewed;
}

async function holdStock(services: Services, checkout: Checkout): Promise<OrderRow> {
  const { clock, dialect, db } = services;
  const itemId = await nextItemId(db);
  try {
    return await inTransaction(db, async (trx) => {
      const now = clock.now();
      const ids = checkout.carts.map((line) => line.product);
      const products = await lockProducts(trx, dialect, ids);
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
        if (found.quantity === 0) return [{ message: `${found.title} is sold out.`, code: "sold_out", field }];
        return found.quantity < quantity
          ? [{ message: `Only ${found.quantity} left of ${found.title}.`, code: "not_enough_stock", field }]
          : [];
      });
      if (short.length > 0) throw notEnoughStock(short);
      const pieces = checkout.carts.map((line) => ({ productId: line.product, quantity: line.quantity }));
      if (!(await takeStock(trx, dialect, pieces))) throw new Error("stock changed under a lock");

      const images = await firstImages(trx, ids);
      const orderId = newId(now);
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
      return order;
    });
  } catch (error) {
    // Two tabs at once: the database lets one order of a buyer wait for payment.
    if (isDuplicate(error)) throw busyElsewhere();
    throw error;
  }
}

/** What a merchant's search finds an order by. */
function buyerTextOf({ firstName, lastName, email }: BuyerSnapshot): string {
  return fold(`${firstName} ${lastName} ${email}`);
}
