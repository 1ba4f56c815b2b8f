import { day, dollars, image, tint } from "~/features/fields";
import { page } from "~/features/pagination";
import { z } from "~/features/zod";

/*
 * What a merchant has sold, in figures. Source: specification §2 (Dashboard), §3 (Dashboard stats), decisions OPEN-4,
 * OPEN-18.
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

export const topSelling = z
  .object({
    product: z.object({
      _id: z.string(),
      title: z.string(),
      sku: z.string(),
      amount: dollars,
      quantity: z.number().int(),
      runsLow: z.boolean().describe("It has as few pieces left as the merchant's mark, or none."),
      availType: z.enum(["published", "in-review", "draft"]),
      image: z.array(image),
      tint,
      deleted: z.boolean(),
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

export const salesFigures = z.object({ orders: z.number().int(), units: z.number().int(), revenue: dollars });

const otherPeriod = salesFigures.extend({ since: z.string(), until: z.string() });

export const salesReport = salesFigures
  .extend({
    before: otherPeriod.describe("As many days right before the period."),
    yearBefore: otherPeriod.describe("The same days a year ago."),
    timeZone: z.string().describe("In which days begin and end."),
    since: z.string(),
    until: z.string(),
    today: z.string(),
    days: z
      .array(salesFigures.extend({ day: z.string() }))
      .describe("Every day of the period, those without a sale as well."),
    products: z
      .array(
        z.object({
          _id: z.string(),
          title: z.string(),
          sku: z.string(),
          image: z.array(image),
          units: z.number().int(),
          revenue: dollars,
        }),
      )
      .describe("The 20 with the highest revenue."),
    productCount: z.number().int().describe("How many different products were sold."),
  })
  .meta({ id: "SalesReport" });
export type SalesReport = z.infer<typeof salesReport>;
