import { z } from "~/features/zod";

/** A product that needs something from its merchant, with the reason that its reviewer or our team gave. */
const product = z.object({ _id: z.string(), title: z.string(), reason: z.string() });

/** The most products that are named. The list contains all of them. */
export const MOST_NAMED = 3;

const productList = z.object({
  count: z.number().int(),
  docs: z.array(product).describe(`The newest ${MOST_NAMED}.`),
});

/** Tasks that wait for a merchant. */
export const morning = z
  .object({
    toShip: z.object({
      count: z.number().int(),
      oldest: z.string().nullable().describe("When the one was paid that has waited longest."),
    }),
    outOfStock: z.number().int().describe("Products on sale without a piece left."),
    lowStock: z.number().int().describe("Products on sale with so few pieces left that the merchant wants to know."),
    lowStockAt: z.number().int().describe("At how many pieces that is, where a product has no mark of its own."),
    sentBack: productList.describe("Products that came back from review, with the reasons."),
    takenOff: productList.describe("Products that our team keeps off sale, with the reasons."),
    payoutsHeld: z
      .number()
      .int()
      .describe(
        "Payouts held back: the account is not ready, the buyer's bank asks for the money, or the stall is closed.",
      ),
  })
  .meta({ id: "Morning" });
export type Morning = z.infer<typeof morning>;
