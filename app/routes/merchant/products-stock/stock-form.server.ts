import { typedQuantity } from "~/features/products/fields-schema";
import { productOf } from "~/features/cart/schema";
import type { StockOfMany } from "~/features/stock/schema";
import { z } from "~/features/zod";

const row = z.object({
  quantity: typedQuantity,
  /** As the page showed it, with its version: what was sold since is taken off. */
  before: typedQuantity,
  version: typedQuantity.optional(),
  mark: typedQuantity.optional(),
  markBefore: typedQuantity.optional(),
});

/** The posted form: a row for each size that it shows. Answers those that were changed. */
export function stockForm(form: FormData) {
  const rows = new Set(
    [...form.keys()].flatMap((name) => /^rows\.(p[0-9a-f]{24}(?:-[1-9]\d{0,3})?)\./.exec(name)?.[1] ?? []),
  );
  return z
    .object({ rows: z.object(Object.fromEntries([...rows].slice(0, 100).map((name) => [name, row] as const))) })
    .transform(({ rows: rowFields }): StockOfMany =>
      Object.entries(rowFields).flatMap(([name, { quantity, before, version, mark = null, markBefore = null }]) =>
        quantity === before && mark === markBefore
          ? []
          : [
              {
                product: productOf(name.slice(1)),
                variant: name.slice(1),
                ...(quantity !== before && { quantity, quantityBefore: before, stockVersion: version }),
                ...(mark !== markBefore && { lowStockAt: mark }),
              },
            ],
      ),
    );
}

/** A press on the − or + of a row, where no script has counted: the intent, and the row's name. */
const STEP = /^(less|more)\.(p[0-9a-f]{24}(?:-[1-9]\d{0,3})?)$/;

/** Counts the − or + that sent the form in the field of its row, and has the form be one that saves the stock. */
export function countStep(form: FormData): void {
  const [, step, row] = STEP.exec(String(form.get("intent") ?? "")) ?? [];
  if (!row) return;
  form.set("intent", "stock");
  const name = `rows.${row}.quantity`;
  const pieces = Number(form.get(name));
  if (Number.isSafeInteger(pieces)) form.set(name, String(Math.max(0, pieces + (step === "less" ? -1 : 1))));
}

export const settingsForm = z.object({
  lowStockAt: typedQuantity,
  mail: z
    .literal("on")
    .optional()
    .transform((ticked) => ticked === "on"),
});
