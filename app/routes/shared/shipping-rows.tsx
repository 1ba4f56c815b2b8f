import { toCents, toDollars } from "~/features/fields";
import { dollars } from "~/ui/price/money";
import { Free, Sum } from "~/ui/sums/sums";
import type { ReactNode } from "react";

interface WithFee {
  storeName: string;
  /** Dollars. */
  deliveryFee: number;
}

/**
 * Rows of sums for the ways of an order: one for each stall whose way costs something, or that shipping is free. With
 * `thousandths`, figures as the order summary has them.
 */
export function shippingRows(
  parts: readonly WithFee[],
  { thousandths = false }: { thousandths?: boolean } = {},
): { label: string; value: ReactNode }[] {
  const fees = parts.filter(({ deliveryFee }) => deliveryFee > 0);
  if (fees.length === 0) return [{ label: "Shipping", value: <Free /> }];
  return fees.map(({ storeName, deliveryFee }) => ({
    label: storeName ? `Shipping, ${storeName}` : "Shipping",
    value: thousandths ? <Sum amount={deliveryFee} /> : dollars(deliveryFee),
  }));
}

/** The price of the goods alone, in dollars. */
export const goodsOf = ({ amount, deliveryFee }: { amount: number; deliveryFee: number }): number =>
  toDollars(toCents(amount) - toCents(deliveryFee));
