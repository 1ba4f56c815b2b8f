import { typedQuantity } from "~/features/products/fields-schema";
import type { StockOfMany } from "~/features/products/stock-schema";
import { z } from "~/features/zod";

const row = z.object({
  quantity: typedQuantity,
  /** As the page showed it: what was sold since is taken off. */
  before: typedQuantity,
  mark: typedQuantity.optional(),
  markBefore: typedQuantity.optional(),
});

/** What the posted form holds: a row for each product that it shows. Answers those that were changed. */
export function stockForm(form: FormData) {
  const rows = new Set([...form.keys()].flatMap((name) => /^rows\.(p[0-9a-f]{24})\./.exec(name)?.[1] ?? []));
  return z
    .object({ rows: z.object(Object.fromEntries([...rows].slice(0, 100).map((name) => [name, row] as const))) })
    .transform(({ rows: typed }): StockOfMany =>
      Object.entries(typed).flatMap(([name, { quantity, before, mark = null, markBefore = null }]) =>
        quantity === before && mark === markBefore
          ? []
          : [
              {
                product: name.slice(1),
                ...(quantity !== before && { quantity, quantityBefore: before }),
                ...(mark !== markBefore && { lowStockAt: mark }),
              },
            ],
      ),
    );
}

export const settingsForm = z.object({
  lowStockAt: typedQuantity,
  mail: z
    .literal("on")
    .optional()
    .transform((ticked) => ticked === "on"),
});
