import { id, quantity, shownDollars } from "~/features/fields";
import { z } from "~/features/zod";

/* Goods that are not there when an order is handed over. */

/** The reasons, as buyers read them. */
export const REASONS = {
  broken: "It was broken when it was to be handed over.",
  forgotten: "It was not brought along.",
  sold_out: "There was none left.",
};
const reasons = ["broken", "forgotten", "sold_out"] as const satisfies (keyof typeof REASONS)[];

const line = z.object({ lineId: id, quantity: quantity.describe("Pieces that are missing.") });

/** Lines that are missing at the hand-over, each named once. */
export const missing = z
  .object({
    lines: z
      .array(line)
      .min(1, "Choose at least one piece.")
      .max(100, "At most 100 lines can be missing.")
      .refine((lines) => new Set(lines.map(({ lineId }) => lineId)).size === lines.length, {
        error: "Each line can be named once.",
      }),
    amount: shownDollars.describe(
      "What goes back, or is off what is to be paid, as it was shown: refused if it is another.",
    ),
    reason: z.enum(reasons, { error: "Say why it is missing." }).describe("The buyer reads it."),
    restock: z.boolean().default(false).describe("Whether the pieces are for sale again; otherwise the stock stays."),
  })
  .meta({ id: "MissingAtHandOver" });
export type Missing = z.output<typeof missing>;
