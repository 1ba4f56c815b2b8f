import { day, dollars, image, tint } from "~/features/fields";
import { page } from "~/features/pagination";
import { z } from "~/features/zod";

/*
 * A merchant's sales in figures. Source: specification §2 (Dashboard), §3 (Dashboard stats), decisions OPEN-4, OPEN-18.
 */

const trend = z.object({
  points: z.array(z.number()).describe("The last 30 days in ten steps, oldest first."),
  change: z
    .number()
    .int()
    .nullable()
    .describe(
      "Sales and orders: percent against the 30 days before, null when those had none. Products and customers: how many are new.",
    ),
});

export const cardStats = z
  .object({
    sales: dollars,
    orders: z.number().int(),
    products: z.number().int(),
    customers: z.number().int(),
    trends: z.object({ sales: trend, orders: trend, products: trend, customers: trend }),
  })
  .meta({ id: "CardStats" });
export type CardStats = z.infer<typeof cardStats>;

const variant = z.string().describe("The size.");
const size = z
  .string()
  .describe("The name of the size as the last order of it has it; empty where it was the only one.");

export const topSelling = z
  .object({
    product: z.object({
      _id: z.string(),
      variant,
      title: z.string(),
      size,
      sku: z.string(),
      amount: dollars,
      quantity: z.number().int(),
      runsLow: z.boolean().describe("It has as few pieces left as the merchant's mark, or none."),
      availType: z.enum(["published", "in-review", "draft"]),
      image: z.array(image),
      tint,
      deleted: z.boolean().describe("The product, or this size of it, is there no more."),
    }),
    salesCount: z.number().int().describe("Pieces sold."),
    salesAmount: dollars,
  })
  .meta({ id: "TopSelling" });
export type TopSelling = z.infer<typeof topSelling>;

export const topSellingPage = z.object({
  docs: z.array(topSelling),
  page: z.number().int(),
  hasNextPage: z.boolean(),
  total: z.number().int(),
});
export type TopSellingPage = z.infer<typeof topSellingPage>;

export const salesUser = z
  .object({
    _id: z.string(),
    name: z.string(),
    image: image.optional(),
    salesCount: z.number().int().describe("Orders."),
    salesAmount: dollars,
  })
  .meta({ id: "SalesUser" });
export type SalesUser = z.infer<typeof salesUser>;

export const statQuery = z.object({
  type: z.enum(["card", "top-selling", "sales-users"], { error: "type must be card, top-selling or sales-users." }),
  page: page.describe("Of top-selling, 5 a page."),
});

export const MOST_DAYS = 366;

/** A period, both days counted. Without an end it ends today; without a start it has 30 days. */
export const period = z.object({ since: day("since"), until: day("until") });
export type Period = z.infer<typeof period>;

const pieces = z.object({
  units: z.number().int().describe("Pieces that were sold. A refund does not change them."),
  refundedUnits: z.number().int().describe("Pieces that went back in this time, whenever they were sold."),
  sales: dollars.describe("What was paid in this time."),
  refunds: dollars.describe("Refunds and lost disputes of this time, whenever the sale was: 0 or below."),
  revenue: dollars.describe("Sales and refunds together; below 0 where more went back."),
});
export const salesFigures = pieces.extend({
  orders: z.number().int().describe("Orders that were paid in this time. A refund does not change them."),
  deliveryFees: dollars.describe(
    "The prices of ways, in addition to the revenue, less those that went back in this time.",
  ),
});

/** The merchant's account over the same days: the lines of the statement. */
const account = z.object({
  sales: dollars,
  refunds: dollars.describe("0 or below."),
  disputes: dollars.describe("Lost to the buyers' banks: 0 or below."),
  deliveryFees: dollars,
  fees: dollars,
  payouts: dollars,
  cash: dollars
    .optional()
    .describe("Paid to the stall itself at collection, less what it gave back of that; absent where nothing was."),
  change: dollars.describe(
    "All of these: by how much what is owed changed, which is the statement's closing less its opening balance.",
  ),
  month: z
    .string()
    .nullable()
    .describe(
      "The month, such as 2026-03, where the period is all of one, or all that it has had so far: its statement has these lines.",
    ),
});

const otherPeriod = salesFigures.extend({ since: z.string(), until: z.string() });

export const salesReport = salesFigures
  .extend({
    before: otherPeriod.describe("As many days right before the period."),
    yearBefore: otherPeriod.describe("The same days a year ago."),
    timeZone: z.string().describe("In which days begin and end."),
    since: z.string(),
    until: z.string(),
    today: z.string(),
    account: account.describe("How the figures come to the statement: sales, refunds and disputes are the revenue."),
    days: z
      .array(salesFigures.extend({ day: z.string() }))
      .describe("Every day of the period, those without a sale as well."),
    products: z
      .array(
        pieces.extend({ _id: z.string(), variant, title: z.string(), size, sku: z.string(), image: z.array(image) }),
      )
      .describe("Products, each in its sizes: the 20 with the highest revenue."),
    productCount: z.number().int().describe("How many different products were sold, each of its sizes counted."),
  })
  .meta({ id: "SalesReport" });
export type SalesReport = z.infer<typeof salesReport>;
