import { foundOrder } from "~/features/orders/schema";
import { operatorProduct } from "~/features/product-review/operator-schema";
import { z } from "~/features/zod";

/* One search over everything that operators look for. */

/** The number of results of each kind. */
export const MOST_OF_A_KIND = 5;

export const everythingQuery = z.object({
  q: z
    .string()
    .overwrite((words) => words.replaceAll("\0", ""))
    .trim()
    .min(1, "Enter what you look for.")
    .max(120, "A search can have at most 120 characters.")
    .describe("An order's number, a payment's id, part of a mail address, a product's title or SKU, a stall's name."),
});

const group = <Doc extends z.ZodType>(doc: Doc) =>
  z.object({ docs: z.array(doc), hasMore: z.boolean().describe("Whether there are others of this kind.") });

export const everything = z
  .object({
    orders: group(foundOrder),
    products: group(operatorProduct),
    stalls: group(
      z.object({
        _id: z.string(),
        storeName: z.string(),
        email: z.string(),
        status: z.enum(["active", "waiting", "suspended"]),
      }),
    ),
    people: group(
      z.object({
        _id: z.string(),
        name: z.string(),
        email: z.string(),
        privilege: z.enum(["buyer", "merchant", "operator"]),
      }),
    ),
  })
  .meta({ id: "EverythingFound" });
export type Everything = z.infer<typeof everything>;
