import { comparedText, dollars, image, text, tint } from "~/features/fields";
import { food } from "~/features/food-information/schema";
import { particular } from "~/features/food-information/demands";
import { z } from "~/features/zod";
import { takenOff } from "~/features/products/schema";

/* Products that wait for review, and an operator's decisions about them. */

const waiting = z.object({
  _id: z.string().describe("The product's id."),
  kind: z.enum(["new", "change"]).describe("new: never published. change: of a product that is on sale."),
  title: z.string(),
  category: z.object({ title: z.string(), tint }),
  storeName: z.string(),
  image: image.optional(),
  submittedAt: z.string(),
});
export const waitingProduct = waiting.meta({ id: "WaitingProduct" });
export type WaitingProduct = z.infer<typeof waiting>;

/** The fields of a product that only change with a review. */
const reviewed = z.object({
  title: z.string(),
  description: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  images: z.array(image),
  video: z.object({ _id: z.string(), url: z.string() }).optional(),
  sizes: z.array(z.string()).describe("Name and content of each size; of an only one its content, or nothing."),
  food,
});
export type Reviewed = z.infer<typeof reviewed>;

export const review = waiting
  .extend({
    version: z
      .string()
      .describe("Send it back with the decision: it is refused if the merchant has changed the product since."),
    wanted: reviewed.describe("What the merchant has handed in."),
    onSale: reviewed.optional().describe("What is on sale now; only of a change."),
    lacks: z
      .array(particular)
      .describe("Particulars that the category demands and that are missing of what is wanted."),
    amount: dollars,
    quantity: z.number().int(),
    sku: z.string(),
    takenOff: takenOff.optional(),
    next: z
      .string()
      .optional()
      .describe(
        "The product that comes next in the queue, and the oldest after the last one; absent where no other waits.",
      ),
    waiting: z.number().int().describe("How many wait, with this one."),
    merchant: z.object({ _id: z.string(), email: z.string(), status: z.enum(["active", "waiting", "suspended"]) }),
  })
  .meta({ id: "Review" });
export type Review = z.infer<typeof review>;

const version = comparedText("version", 40);
export const publish = z.object({ version });
export const sendBack = z.object({ version, reason: text("Reason", 1000) });
