import { dollars } from "~/features/fields";
import { z } from "~/features/zod";

/** A merchant's account with the marketplace: what was sold, what went back, what is still owed. */
export const balance = z
  .object({
    sold: dollars,
    deliveryFees: dollars.describe("The prices of the ways of what was sold, less those that went back."),
    givenBack: dollars.describe("Refunded to buyers, or taken back by their banks."),
    fees: dollars,
    paidOut: dollars,
    paidToYou: dollars
      .optional()
      .describe(
        "What buyers paid to the stall at collection, less what it gave back to them; absent where nothing was.",
      ),
    owed: dollars.describe("Sold and its delivery fees, less everything else."),
  })
  .meta({ id: "Balance" });
export type Balance = z.infer<typeof balance>;
