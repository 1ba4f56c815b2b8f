import { sql } from "kysely";
import { contentColumns } from "~/features/products/net-content-schema";
import { inSize } from "~/features/products/variants.server";
import { invoiceNumber } from "~/features/orders/invoice-number-schema";
import { timestamp } from "~/platform/clock";
import type { Trx } from "~/platform/database/database.server";
import type { NewRow, OrderRow, TestIntentRow } from "~/platform/database/tables";
import { fold } from "~/platform/folding";
import { fillBooks, refundLinesOf, refundsOf, type PastOrders } from "./books";
import type { DemoGoods } from "./goods.server";
import { ordersOfAYear } from "./orders";
import type { People } from "./people.server";
import { demoId, inChunks } from "./rows";
import { BY_THE_PIECE, scale, toWeigh, withGoodsToWeigh } from "./weighed-orders";

/** The first size of a product, as an order keeps it. */
export function firstSizeOf({ _id, title, sizeName = "", content }: DemoGoods) {
  const { contentMilli, contentUnit } = contentColumns({ content: content ?? null, drained: null });
  return { variantId: _id, sizeName, title: inSize(title, sizeName), contentMilli, contentUnit };
}

/** A year of orders, paid and mostly delivered, with their books. */
export async function fillOrders(
  trx: Trx,
  now: Date,
  timeZone: string,
  people: People,
  goods: DemoGoods[],
): Promise<PastOrders> {
  const orders: OrderRow[] = [];
  const parts: NewRow<"orderParts">[] = [];
  const lines: NewRow<"orderLines">[] = [];
  const intents: TestIntentRow[] = [];
  const onSale = goods.filter((product) => product.availType === "published");
  const byWeight = onSale.filter((product) => product.weighed);
  const weigh = scale();
  for (const planned of ordersOfAYear(now, people.buyers.length, onSale)) {
    const isNew = planned.state.statusText === "Processing";
    const isCancelled = planned.state.cancelledAt !== null;
    const ordered = isNew ? withGoodsToWeigh(planned.itemId, planned.lines, byWeight) : planned.lines;
    const buyer = people.buyers[planned.buyer] as People["buyers"][number];
    const createdAt = planned.at.toISOString();
    const orderId = demoId(planned.at, "order", planned.itemId);
    const intentId = `pi_test_${orderId}`;
    let position = 0;
    let orderBackCents = 0;
    for (const merchantId of new Set(ordered.map((line) => line.product.merchantId))) {
      const linesOfStall = ordered.filter((line) => line.product.merchantId === merchantId);
      const partId = demoId(planned.at, "part", orderId, merchantId);
      const ownLines = linesOfStall.map(({ product, quantity }) => {
        const paidCents = product.priceCents * quantity;
        if (isNew) return { product, quantity, columns: toWeigh(product), backCents: 0 };
        if (isCancelled) return { product, quantity, columns: BY_THE_PIECE, backCents: paidCents };
        const { backCents, ...columns } = weigh(product, quantity);
        return { product, quantity, columns, backCents };
      });
      const backCents = ownLines.reduce((total, line) => total + line.backCents, 0);
      orderBackCents += backCents;
      parts.push({
        _id: partId,
        orderId,
        merchantId,
        ...planned.state,
        amountCents: sum(linesOfStall),
        refundedCents: backCents,
        paidAt: createdAt,
        createdAt,
        updatedAt: planned.state.cancelledAt ?? planned.state.deliveredAt ?? planned.state.shippedAt ?? createdAt,
      });
      for (const { product, quantity, columns, backCents: refundedCents } of ownLines) {
        lines.push({
          _id: demoId(planned.at, "line", orderId, product.sku),
          orderId,
          partId,
          productId: product._id,
          ...firstSizeOf(product),
          sku: product.sku,
          imageId: product.imageId,
          priceCents: product.priceCents,
          quantity,
          ...columns,
          refundedQuantity: isCancelled ? quantity : 0,
          refundedCents,
          position,
        });
        position += 1;
      }
    }
    const amountCents = sum(ordered);
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
      isAnonymous: 0,
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
      refundedCents: orderBackCents,
      currency: "usd",
      status: "succeeded",
      lastError: "",
      idempotencyKey: `order-${orderId}`,
      createdAt,
      refundsAre: "quick",
    });
  }
  await inChunks(orders, (rows) => trx.insertInto("orders").values(rows).execute());
  const counts = new Map<string, number>();
  const numbered = parts
    .toSorted((one, next) => (one.createdAt < next.createdAt ? -1 : 1))
    .map((part) => {
      const count = (counts.get(part.merchantId) ?? 0) + 1;
      counts.set(part.merchantId, count);
      return { ...part, invoiceNumber: invoiceNumber(count) };
    });
  await inChunks(numbered, (rows) => trx.insertInto("orderParts").values(rows).execute());
  const counters = [...counts].map(([merchantId, value]) => ({ merchantId, value }));
  await inChunks(counters, (rows) => trx.insertInto("invoiceCounters").values(rows).execute());
  await inChunks(lines, (rows) => trx.insertInto("orderLines").values(rows).execute());
  await inChunks(intents, (rows) => trx.insertInto("testIntents").values(rows).execute());
  // An order keeps the food information of its time. The demo's has never changed, so today's is copied.
  await trx
    .updateTable("orderLines as l")
    .set({
      food: sql<string>`coalesce((select "food" from "productFood" where "productId" = ${sql.ref("l.productId")}), '')`,
    })
    .execute();
  await inChunks(refundsOf({ orders, parts, lines }, demoId), (rows) =>
    trx.insertInto("refunds").values(rows).execute(),
  );
  await inChunks(refundLinesOf({ orders, parts, lines }, demoId), (rows) =>
    trx.insertInto("refundLines").values(rows).execute(),
  );
  await fillBooks(trx, timeZone, { orders, parts, lines }, demoId);
  const last = orders.reduce((highest, order) => Math.max(highest, order.itemId), 10_000);
  await trx.insertInto("counters").values({ name: "order", value: last }).execute();
  return { orders, parts, lines };
}

/** The wishlist of the demo's buyer. */
export async function fillWishlist(trx: Trx, now: Date, people: People, goods: DemoGoods[]): Promise<void> {
  const [demoBuyer] = people.buyers;
  const wishlistGoods = goods
    .filter((product) => product.availType === "published")
    .slice(-9)
    .filter((_, index) => index % 4 === 0);
  await trx
    .insertInto("wishlistLines")
    .values(
      wishlistGoods.map((product) => ({
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
