import { day } from "~/features/fields";
import { searchQuery } from "~/features/pagination";
import { z } from "~/features/zod";

/** Narrows the list of orders to what happened on a day. */
export const ordersQuery = searchQuery.extend({
  day: day("The day").describe("YYYY-MM-DD, as the marketplace counts days."),
  what: z
    .enum(["paid", "unpaid", "refunded"], { error: "what must be paid, unpaid or refunded." })
    .default("paid")
    .describe("With day: paid then; begun then, and never paid or given back at once; or with a refund begun then."),
});
export type OrdersQuery = z.infer<typeof ordersQuery>;
