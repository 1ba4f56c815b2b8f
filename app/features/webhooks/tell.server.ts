import { toDollars } from "~/features/fields";
import { foodIn } from "~/features/food-information/food-json";
import { contentsOf } from "~/features/products/net-content-schema";
import { variantsOf } from "~/features/products/variants.server";
import type { Db, Trx } from "~/platform/database/database.server";
import type { OrderRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import type { LabelledProduct } from "./event-schema";
import { partsData } from "./parts-data.server";
import { tellStock } from "./tell-stock.server";
import { listenersOf, tellListeners, tellMerchants } from "./write-events.server";

/* Events for merchants' servers. Each is written at the end of the transaction that it reports. */

type Part = Pick<Services, "clock">;
type Ordered = Pick<OrderRow, "_id" | "itemId">;

/** Tells each merchant of a placed order about their own part, and about products that it has sold out. */
export async function tellOrderPlaced(
  trx: Trx,
  services: Part,
  order: Ordered,
  lines: { productId: string; partId: string }[],
): Promise<void> {
  const products = lines.map(({ productId }) => productId);
  const rows = await trx
    .selectFrom("products")
    .select(["_id", "merchantId", "title", "sku", "quantity"])
    .where("_id", "in", products)
    .execute();
  const listeners = await listenersOf(
    trx,
    rows.map(({ merchantId }) => merchantId),
  );
  await tellListeners(trx, services, "order.placed", listeners, async (merchants) => [
    ...(await partsData(trx, [order._id], merchants)).values(),
  ]);
  const soldOut = rows.filter(({ quantity }) => quantity === 0);
  await tellListeners(trx, services, "product.out_of_stock", listeners, async (merchants) => {
    const listened = soldOut.filter(({ merchantId }) => merchants.includes(merchantId));
    const labelled = await labelledProducts(trx, listened);
    return labelled.map((product, place) => ({ merchantId: listened[place]?.merchantId ?? "", data: { product } }));
  });
  await tellStock(trx, services, listeners, products);
}

/** Tells merchants that parts of orders have another time. */
export async function tellMoved(
  trx: Trx,
  services: Part,
  ways: readonly { partId: string; orderId: string; merchantId: string }[],
): Promise<void> {
  const merchantIds = [...new Set(ways.map(({ merchantId }) => merchantId))];
  await tellMerchants(trx, services, "order.moved", merchantIds, async (merchants) => {
    const parts = await partsData(trx, [...new Set(ways.map(({ orderId }) => orderId))], merchants);
    return ways.flatMap(({ partId }) => parts.get(partId) ?? []);
  });
}

/** Tells a merchant that a part was not collected at its time, as the stall has said. */
export async function tellNotCollected(
  trx: Trx,
  services: Part,
  order: Ordered,
  { merchantId }: { merchantId: string },
): Promise<void> {
  await tellMerchants(trx, services, "order.not_collected", [merchantId], async (merchants) => [
    ...(await partsData(trx, [order._id], merchants)).values(),
  ]);
}

/**
 * Tells merchants about refunds of parts. The event is `order.cancelled` if nothing of the part is left and its
 * merchant could not send it, else `order.refunded`.
 */
export async function tellGivenBack(
  trx: Trx,
  services: Part,
  order: Ordered,
  parts: {
    part: { _id: string; merchantId: string };
    amountCents: number;
    deliveryFeeCents: number;
    settled: boolean;
  }[],
  settledAs: "Cancelled" | "Refunded",
): Promise<void> {
  for (const [type, partsOfEvent] of [
    ["order.cancelled", parts.filter(({ settled }) => settled && settledAs === "Cancelled")],
    ["order.refunded", parts.filter(({ settled }) => !(settled && settledAs === "Cancelled"))],
  ] as const)
    await tellMerchants(
      trx,
      services,
      type,
      partsOfEvent.map(({ part }) => part.merchantId),
      async (merchants) => {
        const data = await partsData(trx, [order._id], merchants);
        return partsOfEvent.flatMap(({ part, amountCents, deliveryFeeCents }) => {
          const event = data.get(part._id);
          return event
            ? [{ ...event, data: { ...event.data, amountBack: toDollars(amountCents + deliveryFeeCents) } }]
            : [];
        });
      },
    );
}

/** Tells a merchant the review's decision on a product, or on a change of one. `reason` is why it was sent back. */
export async function tellReviewed(
  trx: Trx,
  services: Part,
  product: Named & { merchantId: string },
  change: boolean,
  reason?: string,
): Promise<void> {
  const { merchantId } = product;
  const reviewed = async () =>
    (await labelledProducts(trx, [product])).map((labelled) => ({ product: labelled, change }));
  await (reason === undefined
    ? tellMerchants(trx, services, "product.approved", [merchantId], async () =>
        (await reviewed()).map((data) => ({ merchantId, data })),
      )
    : tellMerchants(trx, services, "product.sent_back", [merchantId], async () =>
        (await reviewed()).map((data) => ({ merchantId, data: { ...data, reason } })),
      ));
}

interface Named {
  _id: string;
  title: string;
  sku: string;
}

/** These products with their sizes and labels, in their order. Two statements. */
async function labelledProducts(db: Db, products: Named[]): Promise<LabelledProduct[]> {
  if (products.length === 0) return [];
  const ids = products.map(({ _id }) => _id);
  const sizes = await variantsOf(db, ids);
  const labels = await db
    .selectFrom("productFood")
    .select(["productId", "food"])
    .where("productId", "in", ids)
    .execute();
  return products.map(({ _id, title, sku }) => ({
    _id,
    title,
    sku,
    variants: (sizes.get(_id) ?? []).map((size) => {
      const { content } = contentsOf(size);
      return { _id: size._id, name: size.name, sku: size.sku, ...(content && { content }) };
    }),
    food: foodIn(labels.find(({ productId }) => productId === _id)?.food),
  }));
}
