import { id, image, shownCount, text, tint } from "~/features/fields";
import { categoryDemands, foodKind, particular } from "~/features/food-information/demands";
import { z } from "~/features/zod";

/* Categories as operators edit them. */

export const categoryFields = z.object({
  title: text("Title", 80),
  tint: z.enum(tint.options, { error: "Choose a colour." }).default("leafy"),
  kind: foodKind.optional(),
  demands: z.array(particular).optional(),
});
export type CategoryFields = z.infer<typeof categoryFields>;
export const operatorCategory = z
  .object({
    _id: z.string(),
    title: z.string(),
    tint,
    image: image.optional(),
    ...categoryDemands,
    products: z.number().int().describe("All of them: drafts and deleted ones as well."),
    stores: z.number().int(),
  })
  .meta({ id: "OperatorCategory" });
export type OperatorCategory = z.infer<typeof operatorCategory>;
export const merge = z.object({
  into: id.describe("The category that its products and stalls go to."),
  products: shownCount
    .optional()
    .describe("How many products it had as it was looked at: with another number by then, nothing is merged."),
});
export type Merge = z.infer<typeof merge>;
export const move = z.object({ direction: z.enum(["up", "down"], { error: "direction must be up or down." }) });
