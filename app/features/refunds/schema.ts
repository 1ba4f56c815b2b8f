import { day, dollars, id, quantity, shownDollars, text } from "~/features/fields";
import { z } from "~/features/zod";

/* The payloads of refunds. Source: decision AMB-36. */

/** An amount in dollars, above 0 and in whole cents. */
const someDollars = dollars
  .min(0.01, "Enter an amount above 0.")
  .max(1_000_000, "That is too much.")
  .refine((amount) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6, "Dollars have at most two decimals.")
  .meta({ format: "dollars" });

/** The refund of one line of an order. */
export const refundLine = z
  .object({
    lineId: id,
    quantity: quantity.optional().describe("So many pieces, for their share of what is left of the line's price."),
    amount: someDollars.optional().describe("So much of the price instead; no piece comes back."),
  })
  .refine((line) => (line.quantity === undefined) !== (line.amount === undefined), {
    error: "Enter either how many pieces or an amount.",
    path: ["quantity"],
  });
export type RefundLine = z.infer<typeof refundLine>;

/** Lines of an order, each named once. */
export const refundLines = z
  .array(refundLine)
  .min(1, "Choose at least one piece.")
  .max(100, "An order has at most 100 lines.")
  .refine((lines) => new Set(lines.map((line) => line.lineId)).size === lines.length, "Each line can be named once.");

/** The part of an order to refund: one part, single lines, or without either everything that is left. */
const whatOfOrder = z.object({
  partId: id
    .optional()
    .describe(
      "One merchant's part, or what is left of it. Without it and without lines, everything that was not given back yet.",
    ),
  lines: refundLines.optional().describe("Single pieces, or amounts of single lines, instead."),
  deliveryFee: z
    .boolean()
    .default(false)
    .describe(
      "Whether the prices of the ways of these parts go back too, as far as they did not. With the last of a part that was not sent they always do.",
    ),
});
const isOne = (request: z.infer<typeof whatOfOrder>) => !request.partId || !request.lines;
const PART_OR_LINES = { error: "Name a part or lines, not both.", path: ["lines"] };

export const askedSums = whatOfOrder.refine(isOne, PART_OR_LINES);
export type AskedSums = z.infer<typeof askedSums>;

export const refundOrder = whatOfOrder
  .extend({
    restock: z
      .boolean()
      .default(false)
      .describe("Whether pieces that were sent already are for sale again. What was not sent always is."),
    refunded: shownDollars
      .optional()
      .describe("How much of the order was given back when you looked: refused if it is another sum now."),
    reason: text("Reason", 1000).describe("The buyer and the merchants read it."),
  })
  .refine(isOne, PART_OR_LINES);
export type RefundOrder = z.infer<typeof refundOrder>;

/** How and on which day money was given back without the provider. */
export const otherWay = z.object({
  how: text("How", 500).describe("For the buyer: such as by bank transfer."),
  day: day("The day").refine((value) => value !== "", "Enter the day on which it was given back."),
});
export type OtherWay = z.infer<typeof otherWay>;

/** The sums of a refund of one merchant's part, and who would bear them. */
export const refundSums = z
  .object({
    lines: z.array(
      z.object({
        lineId: z.string(),
        title: z.string(),
        what: z.string().describe("For people: the pieces, or that it is a part of the price."),
        quantity: z.number().int().describe("Pieces; 0 for an amount by itself."),
        amount: dollars,
      }),
    ),
    amount: dollars.describe("What the buyer gets back, the delivery fee included."),
    merchantBears: dollars.describe("What of it the merchant bears."),
    feeGivenBack: dollars.describe("What of it the marketplace bears: it gives up its fee for what goes back."),
    isPaidOut: z.boolean().describe("Whether the merchant was sent the money for this part already."),
    takenBack: dollars.describe("What is taken back of what the merchant was sent."),
    delivery: dollars.describe("What of the amount is the delivery fee."),
    vat: dollars.describe(
      "What of the amount is VAT, as the merchant stated it of the goods; 0 where nothing is stated.",
    ),
    refunded: dollars.describe("What of the part's goods went back before."),
    left: dollars.describe("What of the price of the part's goods is left then."),
  })
  .meta({ id: "RefundSums" });
export type RefundSums = z.infer<typeof refundSums>;

/** The sums of a refund of an order, and who would bear them. */
export const orderRefundSums = z
  .object({
    amount: dollars.describe("What the buyer gets back, delivery fees included."),
    vat: dollars.describe("What of the amount is VAT, as the merchants stated it of the goods."),
    refunded: dollars.describe("What of the order went back before, delivery fees included."),
    parts: z.array(refundSums.extend({ partId: z.string() })).describe("Part by part, each with its merchant's share."),
  })
  .meta({ id: "OrderRefundSums" });
export type OrderRefundSums = z.infer<typeof orderRefundSums>;

/** The pieces of a merchant's own part to refund, and whether its delivery fee is refunded. */
const whatOfPart = z.object({
  lines: z.union([refundLines, z.array(refundLine).length(0)]).describe("Empty for the delivery fee alone."),
  deliveryFee: z
    .boolean()
    .default(false)
    .describe("Whether the delivery fee goes back too. With the last of a part that was not sent it always does."),
});
const isSomething = ({ lines, deliveryFee }: z.infer<typeof whatOfPart>) => lines.length > 0 || deliveryFee;
const NOTHING_CHOSEN = { error: "Choose at least one piece.", path: ["lines"] };

export const askedPartSums = whatOfPart.refine(isSomething, NOTHING_CHOSEN);
export type AskedPartSums = z.infer<typeof askedPartSums>;

/** A merchant's request to refund money of their own part. */
export const partRefund = whatOfPart
  .extend({
    restock: z.boolean().default(false).describe("Whether the pieces are for sale again; otherwise the stock stays."),
    refunded: shownDollars.describe(
      "How much of the part's goods was given back when you looked: refused if it is another sum now.",
    ),
    amount: shownDollars.describe("What the buyer gets back, as it was shown: refused if it is another."),
    reason: text("A reason", 500).describe("The buyer reads it."),
  })
  .refine(isSomething, NOTHING_CHOSEN);
export type PartRefund = z.infer<typeof partRefund>;
