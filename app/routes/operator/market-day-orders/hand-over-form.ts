import { handOverAtMarket } from "~/features/market-hand-over/schema";
import { z } from "~/features/zod";
import { sumGiven } from "~/routes/shared/typed-amount";

/** A hand-over at a market day as its form sends it: what is not ticked is not handed over. */
export const handOverForm = handOverAtMarket.extend({
  parts: z.array(z.string()).default([]),
  given: sumGiven.optional(),
});
