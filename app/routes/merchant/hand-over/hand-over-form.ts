import { handOver } from "~/features/merchant-orders/day-schema";
import { sumGiven } from "~/routes/shared/typed-amount";

/** A hand-over as its form sends it, and as a device does that had no line. */
export const handOverForm = handOver.extend({ given: sumGiven.optional() });
