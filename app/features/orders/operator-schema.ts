import { z } from "zod";
import { dollars } from "~/features/fields";
import { order, orderDetails } from "./schema";

/* Orders as operators find and see them. */

export const orderStatus = z.enum(["pending", "paid", "released", "refused"]);
export const disputeStatus = z
  .enum(["warning", "open", "won", "lost", "closed"])
  .describe(
    "warning: the buyer's bank asks, nothing was taken. open: taken until it is decided. closed: ended with nothing taken.",
  );
export const foundOrder = order
  .pick({ _id: true, itemId: true, createdAt: true, date: true, amount: true, isCompleted: true })
  .extend({
    status: orderStatus,
    dispute: z
      .enum(["open", "lost"])
      .nullable()
      .describe("Whether the buyer's bank asks for the money back, or has taken it."),
    buyer: z.object({ name: z.string(), email: z.string() }),
  })
  .meta({ id: "FoundOrder" });
export type FoundOrder = z.infer<typeof foundOrder>;

export const operatorOrder = orderDetails
  .extend({
    status: orderStatus,
    buyer: z.object({ firstName: z.string(), lastName: z.string(), email: z.string(), telephone: z.string() }),
    provider: z.string(),
    intentId: z.string().nullable().describe("The payment intent's id."),
    disputes: z
      .array(
        z.object({
          _id: z.string(),
          amount: dollars,
          reason: z.string().describe("The bank's, in the provider's word for it."),
          status: disputeStatus,
          createdAt: z.string(),
          endedAt: z.string().nullable(),
        }),
      )
      .describe("Oldest first."),
    refunds: z.array(
      z.object({
        _id: z.string(),
        amount: dollars,
        reason: z.string(),
        origin: z
          .enum(["shop", "provider", "dispute"])
          .describe("provider: given back by hand in its dashboard. dispute: taken by the buyer's bank."),
        partId: z.string().nullable(),
        createdAt: z.string(),
        doneAt: z.string().nullable().describe("When the provider took it; null while it is on its way."),
        lines: z
          .array(z.object({ title: z.string(), quantity: z.number().int() }))
          .describe("The pieces it was for, where they are known."),
        failed: z
          .string()
          .nullable()
          .describe("What the provider refused it with, once every try has failed; null otherwise."),
      }),
    ),
  })
  .meta({ id: "OperatorOrderDetails" });
export type OperatorOrder = z.infer<typeof operatorOrder>;
