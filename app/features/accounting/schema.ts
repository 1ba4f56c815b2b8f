import { dollars } from "~/features/fields";
import { z } from "~/features/zod";

/** A merchant's account with the marketplace: what was sold, what went back, what is still owed. */
export const balance = z
  .object({
    sold: dollars,
    givenBack: dollars.describe("Refunded to buyers, or taken back by their banks."),
    fees: dollars,
    paidOut: dollars,
    owed: dollars.describe("Sold, less everything else."),
  })
  .meta({ id: "Balance" });
export type Balance = z.infer<typeof balance>;
