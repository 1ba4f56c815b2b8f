import { handOver } from "~/features/merchant-orders/day-schema";
import { sumGiven } from "~/routes/shared/typed-amount";

/** A hand-over as the page's form sends it, and as a device sends it after it was offline. */
export const handOverForm = handOver.extend({ given: sumGiven.optional() });
