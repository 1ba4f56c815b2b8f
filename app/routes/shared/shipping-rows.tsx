import { toCents, toDollars } from "~/features/fields";
import type { PartDelivery } from "~/features/delivery/schema";
import { dollars } from "~/ui/price/money";
import { Free, Sum } from "~/ui/sums/sums";
import type { ReactNode } from "react";

interface WithFee {
  storeName: string;
  /** Dollars. */
  deliveryFee: number;
  /** The delivery method, with its market day if several stalls share it. Null for a carrier. */
  delivery: Pick<PartDelivery, "marketDay" | "name"> | null;
}

/**
 * Rows for the delivery fees of an order: one for each stall with a fee, and one for all stalls of a market day.
 * Without any fee, one row says that shipping is free. `thousandths` writes figures as the order summary does.
 */
export function shippingRows(
  parts: readonly WithFee[],
  { thousandths = false }: { thousandths?: boolean } = {},
): { label: string; value: ReactNode }[] {
  const rows = new Map<string, { name: string; cents: number }>();
  for (const [index, { storeName, deliveryFee, delivery }] of parts.entries()) {
    if (deliveryFee === 0) continue;
    const marketDay = delivery?.marketDay ? delivery : null;
    const key = marketDay?.marketDay ?? String(index);
    const { cents } = rows.get(key) ?? { cents: 0 };
    rows.set(key, { name: marketDay?.name ?? storeName, cents: cents + toCents(deliveryFee) });
  }
  if (rows.size === 0) return [{ label: "Shipping", value: <Free /> }];
  return [...rows.values()].map(({ name, cents }) => ({
    label: name ? `Shipping, ${name}` : "Shipping",
    value: thousandths ? <Sum amount={toDollars(cents)} /> : dollars(toDollars(cents)),
  }));
}

/** The price of the goods without the delivery fee, in dollars. */
export const goodsOf = ({ amount, deliveryFee }: { amount: number; deliveryFee: number }): number =>
  toDollars(toCents(amount) - toCents(deliveryFee));
