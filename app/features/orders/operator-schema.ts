import { day } from "~/features/fields";
import { searchQuery } from "~/features/pagination";
import { z } from "~/features/zod";

/** Narrows the list of orders to what happened on a day. */
export const ordersQuery = searchQuery.extend({
  day: day("The day").describe("YYYY-MM-DD, as the marketplace counts days."),
  what: z
    .enum(["paid", "unpaid", "refunded", "refund_failed"], {
      error: "what must be paid, unpaid, refunded or refund_failed.",
    })
    .default("paid")
    .describe(
      "With day: paid then; begun then, and never paid or given back at once; or with a refund written down then. refund_failed: with a refund that came back, then or on any day, and that nobody has seen to yet.",
    ),
});
export type OrdersQuery = z.infer<typeof ordersQuery>;
