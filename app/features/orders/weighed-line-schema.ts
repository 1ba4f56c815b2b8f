import { contentInWords } from "~/features/products/net-content-schema";
import { weightInWords } from "~/features/products/weighed-schema";
import type { Order } from "./schema";

type Line = Pick<Order["carts"][number], "variant" | "weighed">;

const money = (dollars: number) => `$${dollars.toFixed(2)}`;

/**
 * A sentence about a line that is weighed at packing: the usual weight, or the actual weight and the amount due. Empty
 * for any other line.
 */
export function weighedNote({ variant, weighed }: Line): string {
  if (!weighed) return "";
  const { price, per, weights, due } = weighed;
  const rate = `${money(price)} per ${per}`;
  if (due === null) {
    const usual = variant.content ? `about ${contentInWords(variant.content)} each, ` : "";
    return `${usual}weighed at packing: ${rate}, and never more than this`;
  }
  const milli = weights.map((weight) => Math.round((weight ?? 0) * 1000));
  const sum = milli.reduce((total, weight) => total + weight, 0);
  return `weighs ${weightInWords(sum, per)}: ${money(due)} at ${rate}`;
}
