import { timestamp } from "~/platform/clock";
import type { Trx } from "~/platform/database/database.server";
import type { NewRow, OrderRow, TestIntentRow } from "~/platform/database/tables";
import { fold } from "~/platform/folding";
import { fillBooks, refundsOf } from "./books";
import type { DemoGoods } from "./goods.server";
import { ordersOfAYear } from "./orders";
import type { People } from "./people.server";
import { demoId, inChunks } from "./rows";

/** A year of orders, paid and mostly delivered, with their books. */
export async function fillOrders(
  trx: Trx,
  now: Date,
  timeZone: string,
  people: People,
  goods: DemoGoods[],
): Promise<void> {
  const orders: OrderRow[] = [];
  const parts: NewRow<"orderParts">[] = [];
  const lines: NewRow<"orderLines">[] = [];
  const intents: TestIntentRow[] = [];
  for (const planned of ordersOfAYear(
    now,
    people.buyers.length,
    goods.filter((product) => product.availType === "published"),
  )) {
    const buyer = people.buyers[planned.buyer] as People["buyers"][number];
    const createdAt = planned.at.toISOString();
    const orderId = demoId(planned.at, "order", planned.itemId);
    const intentId = `pi_test_${orderId}`;
    let position = 0;
    for (const merchantId of new Set(planned.lines.map((line) => line.product.merchantId))) {
      const own = planned.lines.filter((line) => line.product.merchantId === merchantId);
      const partId = demoId(planned.at, "part", orderId, merchantId);
      parts.push({
        _id: partId,
        orderId,
        merchantId,
        ...planned.state,
        amountCents: sum(own),
        refundedCents: planned.state.cancelledAt ? sum(own) : 0,
        paidAt: createdAt,
        createdAt,
        updatedAt: planned.state.cancelledAt ?? planned.state.deliveredAt ?? planned.state.shippedAt ?? createdAt,
      });
      for (const { product, quantity } of own) {
        lines.push({
          _id: demoId(planned.at, "line", orderId, product.sku),
          orderId,
          partId,
          productId: product._id,
          title: product.title,
          sku: product.sku,
          imageId: product.imageId,
          priceCents: product.priceCents,
          quantity,
          refundedQuantity: planned.state.cancelledAt ? quantity : 0,
          refundedCents: planned.state.cancelledAt ? product.priceCents * quantity : 0,
          position,
        });
        position += 1;
      }
    }
    const amountCents = sum(planned.lines);
    orders.push({
      _id: orderId,
      itemId: planned.itemId,
      buyerId: buyer._id,
      status: "paid",
      amountCents,
      currency: "usd",
      buyer: JSON.stringify(buyer.person),
      buyerText: fold(`${buyer.person.firstName} ${buyer.person.lastName} ${buyer.person.email}`),
      billing: JSON.stringify(buyer.address),
      shipping: JSON.stringify(buyer.address),
      notes: "",
      paymentMethod: "Card",
      provider: "test",
      intentId,
      heldUntil: createdAt,
      paidAt: createdAt,
      isCompleted: planned.state.deliveredAt || planned.state.cancelledAt ? 1 : 0,
      disputedAt: null,
      disputeEndedAt: null,
      disputeReason: "",
      createdAt,
    });
    intents.push({
      _id: intentId,
      clientSecret: `${intentId}_secret_${demoId(planned.at, "secret", orderId)}`,
      orderId,
      buyerId: buyer._id,
      amountCents,
      refundedCents: planned.state.cancelledAt ? amountCents : 0,
      currency: "usd",
      status: "succeeded",
      lastError: "",
      idempotencyKey: `order-${orderId}`,
      createdAt,
    });
  }
  await inChunks(orders, (rows) => trx.insertInto("orders").values(rows).execute());
  await inChunks(parts, (rows) => trx.insertInto("orderParts").values(rows).execute());
  await inChunks(lines, (rows) => trx.insertInto("orderLines").values(rows).execute());
  await inChunks(intents, (rows) => trx.insertInto("testIntents").values(rows).execute());
  await inChunks(refundsOf({ orders, parts, lines }, demoId), (rows) =>
    trx.insertInto("refunds").values(rows).execute(),
  );
  await fillBooks(trx, timeZone, { orders, parts, lines }, demoId);
  const last = orders.reduce((most, order) => Math.max(most, order.itemId), 10_000);
  await trx.insertInto("counters").values({ name: "order", value: last }).execute();
}

/** What the demo's buyer has put on the wishlist. */
export async function fillWishlist(trx: Trx, now: Date, people: People, goods: DemoGoods[]): Promise<void> {
  const [demoBuyer] = people.buyers;
  const wished = goods
    .filter((product) => product.availType === "published")
    .slice(-9)
    .filter((_, index) => index % 4 === 0);
  await trx
    .insertInto("wishlistLines")
    .values(
      wished.map((product) => ({
        userId: demoBuyer?._id ?? "",
        productId: product._id,
        addedAt: timestamp({ now: () => now }),
      })),
    )
    .execute();
}

function sum(lines: { product: DemoGoods; quantity: number }[]): number {
  return lines.reduce((total, line) => total + line.product.priceCents * line.quantity, 0);
}
