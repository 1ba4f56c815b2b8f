import type { Change, ChangedProduct } from "~/features/products/many-schema";
import { MOST_TOGETHER } from "~/features/products/plain-schema";
import { z } from "~/features/zod";
import { changeIn, typedIn, whatIn } from "./wanted-change";

/** A product as the page showed it: its id, stock and version, in one hidden field. */
export function rowText({ product, quantity, version }: Pick<ChangedProduct, "product" | "quantity" | "version">) {
  return `${product} ${quantity} ${version}`;
}

const row = z
  .string()
  .regex(/^[0-9a-f]{24} \d{1,6} "[0-9a-f]{32}"$/)
  .transform((text) => {
    const [product = "", quantity = "", version = ""] = text.split(" ");
    return { product, quantityBefore: Number(quantity), version };
  });

/** The schema of the form that makes a change: the products as the page showed them, and the change. */
export function changeForm(form: FormData) {
  return z
    .object({ row: z.array(row).min(1).max(MOST_TOGETHER) }, { error: "Choose the products once more." })
    .transform(({ row: products }, context) => {
      const kind = whatIn(form.get("what"));
      const change = kind && changeIn(kind, typedIn(form));
      if (!change || "field" in change) {
        context.addIssue({ code: "custom", message: "Choose once more what is to be changed." });
        return z.NEVER;
      }
      return { products, change: change satisfies Change };
    });
}
