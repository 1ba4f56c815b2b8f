import { packingNote } from "~/features/food-information/label-order";
import { weighedNote } from "~/features/orders/weighed-line-schema";
import type { Services } from "~/platform/services.server";
import { MOST_TOGETHER, type Packing, type Pick as Picked } from "./packing-schema";
import { ordersByNumber, ordersToShip } from "./packing-queries.server";
import { countOrders } from "./queries.server";
import type { MerchantOrder, OrderFilters } from "./schema";

const TO_SHIP: OrderFilters = { status: "Processing", since: "", until: "", q: "" };

/**
 * The merchant's orders with these numbers, separated by commas, or all that are to be shipped, oldest first, and what
 * to pick for them. Numbers of other merchants' orders are ignored. At most three statements.
 */
export async function packingOf(
  { db, config }: Pick<Services, "db" | "config">,
  merchantId: string,
  numbers: string,
): Promise<Packing> {
  const docs = numbers
    ? await ordersByNumber(db, merchantId, numbers.split(",").map(Number))
    : await ordersToShip(db, merchantId, MOST_TOGETHER);
  const total =
    numbers || docs.length < MOST_TOGETHER ? docs.length : await countOrders(db, merchantId, TO_SHIP, config.timeZone);
  return { docs, total, picks: picksFor(docs) };
}

/**
 * The pieces of an order that are still to be sent, without refunded ones, with allergens and storage as they were when
 * they were ordered.
 */
export function linesToPack({
  carts,
}: Pick<MerchantOrder, "carts">): { product: Product; variant: string; pieces: number; note: string }[] {
  return carts.flatMap(({ product, quantity, refundedQuantity, food, ...line }) =>
    quantity > refundedQuantity
      ? [
          {
            product,
            variant: line.variant._id,
            pieces: quantity - refundedQuantity,
            note: [weighedNote(line), food ? packingNote(food) : ""].filter(Boolean).join("\n"),
          },
        ]
      : [],
  );
}
type Product = MerchantOrder["carts"][number]["product"];

/** Lists the goods to pick for orders, by size. The title of a line names its size. */
export function picksFor(orders: MerchantOrder[]): Picked[] {
  const picks = new Map<string, Picked>();
  for (const order of orders)
    for (const { product, variant, pieces } of linesToPack(order)) {
      const pick = picks.get(variant);
      picks.set(variant, {
        ...(pick ?? { ...product, image: product.image.slice(0, 1) }),
        pieces: (pick?.pieces ?? 0) + pieces,
        orders: [...(pick?.orders ?? []), order.itemId],
      });
    }
  return [...picks.values()].toSorted((first, second) => first.title.localeCompare(second.title, "en"));
}
