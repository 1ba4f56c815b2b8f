import { day, id } from "~/features/fields";
import { changes, searchQuery } from "~/features/pagination";
import { foundOrder, partStatus } from "./schema";
import { z } from "~/features/zod";

/** Ages in days by which operators find orders. */
export const AGES = ["1", "3", "7", "14", "30"] as const;

/** Filters the list of orders by an event of a day, or by the state, stall and age of parts. */
export const ordersQuery = searchQuery.extend({
  ...changes,
  state: z
    .union([z.literal(""), partStatus], {
      error: "state must be Processing, Shipped, Delivered, Cancelled or Refunded.",
    })
    .default("")
    .describe("Orders of which a stall's part is in this state; with a stall, that stall's."),
  stall: z
    .union([z.literal(""), id], { error: "stall must be the id of a merchant." })
    .default("")
    .describe("Orders with goods of this merchant."),
  age: z
    .union([z.literal(""), z.enum(AGES)], { error: "age must be 1, 3, 7, 14 or 30." })
    .default("")
    .describe("With state (Processing where there is none): paid so many days ago or earlier, oldest first."),
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

/** An order with the stalls that have a part in it. */
export const listedOrder = foundOrder
  .extend({
    parts: z.array(z.object({ merchant: z.string(), storeName: z.string(), statusText: partStatus })),
  })
  .meta({ id: "ListedOrder" });
export type ListedOrder = z.infer<typeof listedOrder>;
