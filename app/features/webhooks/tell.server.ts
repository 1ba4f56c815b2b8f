import { toDollars } from "~/features/fields";
import type { Db, Trx } from "~/platform/database/database.server";
import type { OrderRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import type { OrderPartData } from "./event-schema";
import { tellMerchants } from "./write-events.server";

/* What merchants' servers are told of; each in the transaction of what it tells, after its last write. */

type Part = Pick<Services, "clock">;
type Ordered = Pick<OrderRow, "_id" | "itemId">;

/** An order is placed: to each of its merchants their own part, and what is sold out by it. */
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
  await tellMerchants(
    trx,
    services,
    "order.placed",
    rows.map(({ merchantId }) => merchantId),
    async (merchants) => [...(await partsData(trx, order, merchants))].map(([, event]) => event),
  );
  const gone = rows.filter(({ quantity }) => quantity === 0);
  await tellMerchants(
    trx,
    services,
    "product.out_of_stock",
    gone.map(({ merchantId }) => merchantId),
    async (merchants) =>
      gone
        .filter(({ merchantId }) => merchants.includes(merchantId))
        .map(({ _id, merchantId, title, sku }) => ({ merchantId, data: { product: { _id, title, sku } } })),
  );
}

/** Money of parts goes back: as cancelled where nothing of the part is left and its merchant could not send it. */
export async function tellGivenBack(
  trx: Trx,
  services: Part,
  order: Ordered,
  parts: { part: { _id: string; merchantId: string }; amountCents: number; settled: boolean }[],
  settledAs: "Cancelled" | "Refunded",
): Promise<void> {
  for (const [type, told] of [
    ["order.cancelled", parts.filter(({ settled }) => settled && settledAs === "Cancelled")],
    ["order.refunded", parts.filter(({ settled }) => !(settled && settledAs === "Cancelled"))],
  ] as const)
    await tellMerchants(
      trx,
      services,
      type,
      told.map(({ part }) => part.merchantId),
      async (merchants) => {
        const data = await partsData(trx, order, merchants);
        return told.flatMap(({ part, amountCents }) => {
          const event = data.get(part._id);
          return event ? [{ ...event, data: { ...event.data, amountBack: toDollars(amountCents) } }] : [];
        });
      },
    );
}

/** Review has decided on a product, or on a change of one. `reason` is why it was sent back. */
export async function tellReviewed(
  trx: Trx,
  services: Part,
  { merchantId, _id, title, sku }: { merchantId: string; _id: string; title: string; sku: string },
  change: boolean,
  reason?: string,
): Promise<void> {
  const data = { product: { _id, title, sku }, change };
  await (reason === undefined
    ? tellMerchants(trx, services, "product.approved", [merchantId], async () => [{ merchantId, data }])
    : tellMerchants(trx, services, "product.sent_back", [merchantId], async () => [
        { merchantId, data: { ...data, reason } },
      ]));
}

/** The parts of an order that are of some merchants, by their ids, as they stand in this transaction. Two statements. */
async function partsData(
  db: Db,
  order: Ordered,
  merchantIds: string[],
): Promise<Map<string, { merchantId: string; data: OrderPartData }>> {
  const parts = await db
    .selectFrom("orderParts")
    .select(["_id", "merchantId", "statusText", "amountCents", "refundedCents"])
    .where("orderId", "=", order._id)
    .where("merchantId", "in", merchantIds)
    .orderBy("_id")
    .execute();
  const lines = await db
    .selectFrom("orderLines")
    .select(["partId", "productId", "title", "sku", "priceCents", "quantity", "refundedQuantity"])
    .where("orderId", "=", order._id)
    .orderBy("position")
    .execute();
  return new Map(
    parts.map((part) => [
      part._id,
      {
        merchantId: part.merchantId,
        data: {
          order: order._id,
          number: order.itemId,
          status: part.statusText,
          amount: toDollars(part.amountCents),
          refunded: toDollars(part.refundedCents),
          lines: lines
            .filter(({ partId }) => partId === part._id)
            .map(({ productId, title, sku, priceCents, quantity, refundedQuantity }) => ({
              product: { _id: productId, title, sku },
              price: toDollars(priceCents),
              quantity,
              refundedQuantity,
            })),
        },
      },
    ]),
  );
}
