import { handOverAtMarket } from "~/features/market-hand-over/schema";
import { z } from "~/features/zod";
import { sumGiven } from "~/routes/shared/typed-amount";

/** The form of a hand-over at a market day. A part that is not ticked is not handed over. */
export const handOverForm = handOverAtMarket.extend({
  parts: z.array(z.string()).default([]),
  given: sumGiven.optional(),
});
