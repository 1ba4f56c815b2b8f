import { typedQuantity } from "~/features/products/fields-schema";
import { productOf } from "~/features/cart/schema";
import type { StockOfMany } from "~/features/stock/schema";
import { z } from "~/features/zod";

const row = z.object({
  quantity: typedQuantity,
  /** The stock as the page showed it, with its version, so that what was sold since can be subtracted. */
  before: typedQuantity,
  version: typedQuantity.optional(),
  mark: typedQuantity.optional(),
  markBefore: typedQuantity.optional(),
});

/** The schema of the posted form, with a row for each size that it shows. Returns the rows that were changed. */
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

/** The intent of a row's − or + button, which a form without scripts sends: the step and the row's name. */
const STEP = /^(less|more)\.(p[0-9a-f]{24}(?:-[1-9]\d{0,3})?)$/;

/** Applies the pressed − or + to its row's field, and turns the form into one that saves the stock. */
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
