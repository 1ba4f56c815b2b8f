import type { Selectable } from "kysely";
import { toDollars } from "~/features/fields";
import type { OrderLineRow } from "~/platform/database/tables";
import { contentsOf } from "./net-content-schema";
import type { WeighedLine } from "./ordered-size-schema";
import { weightsIn } from "./weighed-schema";

/** The net content of a line at the time of the order. */
function contentOf({ contentMilli, contentUnit }: Pick<Selectable<OrderLineRow>, "contentMilli" | "contentUnit">) {
  const { content } = contentsOf({ contentMilli, contentUnit, drainedMilli: null, drainedUnit: null });
  return content && { content };
}

type WeighedRow = Pick<
  Selectable<OrderLineRow>,
  "unitPriceCents" | "weightUnit" | "weights" | "dueCents" | "quantity" | "refundedQuantity"
>;

/** The weighed part of a line, as the API reports it. Empty if the line is not weighed. */
export function weighedLineOf(row: WeighedRow): { weighed?: WeighedLine } {
  const { unitPriceCents, weightUnit, weights, dueCents, quantity, refundedQuantity } = row;
  if (unitPriceCents === null || weightUnit === null) return {};
  const storedWeights = weightsIn(weights);
  return {
    weighed: {
      price: toDollars(unitPriceCents),
      per: weightUnit,
      weights: Array.from({ length: Math.max(storedWeights.length, quantity - refundedQuantity) }, (_, piece) => {
        const milli = storedWeights[piece] ?? null;
        return milli === null ? null : milli / 1000;
      }),
      due: dueCents === null ? null : toDollars(dueCents),
    },
  };
}

/** The size of a line, and its weights if it is weighed, as the API reports them. */
export const orderedSizeOf = (
  row: WeighedRow & Pick<Selectable<OrderLineRow>, "variantId" | "sizeName" | "contentMilli" | "contentUnit">,
) => ({ variant: { _id: row.variantId, name: row.sizeName, ...contentOf(row) }, ...weighedLineOf(row) });
