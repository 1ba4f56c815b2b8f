import { tender } from "~/features/collection-payments/schema";
import { id, text } from "~/features/fields";
import { methodKind } from "~/features/delivery/schema";
import { z } from "~/features/zod";
import { missing } from "./missing-schema";
import { pick } from "./packing-schema";
import { merchantOrder } from "./schema";

/* A day at the stall: the times of collection and delivery with their orders, and handing over by code. */

/** The most orders of a day that are shown. */
export const MOST_A_DAY = 500;

/** The most orders of a delivery list. */
export const MOST_STOPS = 300;

export const dayParam = z.object({ day: z.string().max(40).describe("YYYY-MM-DD in the marketplace's time zone.") });

const timeOfDay = z.object({
  kind: methodKind,
  name: z.string().describe("Of the way."),
  from: z.string(),
  to: z.string(),
});

export const busyDay = z
  .object({
    day: z.string(),
    times: z.array(
      timeOfDay.extend({
        orders: z.number().int().describe("All but those that were called off; those handed over together are one."),
      }),
    ),
  })
  .meta({ id: "BusyDay" });
export type BusyDay = z.infer<typeof busyDay>;

export const stallDay = z
  .object({
    day: z.string(),
    times: z.array(
      timeOfDay.extend({
        orders: z.array(merchantOrder).describe("Behind each, those that were added to it: `delivery.joinedTo`."),
      }),
    ),
    elsewhere: z
      .array(z.object({ code: z.string(), day: z.string() }))
      .describe("Codes of orders that are collected within two weeks of the day and are not handed over."),
    picks: z.array(pick).describe("What to take off the shelves for the orders that are not handed over, by title."),
  })
  .meta({ id: "StallDay" });
export type StallDay = z.infer<typeof stallDay>;

export const handOver = z.object({
  code: text("A code", 20).describe("As the buyer says it: small letters, spaces, O for 0 and I for 1 are understood."),
  given: tender.shape.given
    .optional()
    .describe("Of an order that is to be paid at collection: the sum that the buyer puts down."),
  at: z.iso
    .datetime({ offset: true, error: "at must be a time such as 2026-03-31T09:30:00Z." })
    .transform((time) => new Date(time).toISOString())
    .optional()
    .describe("When it was handed over, where a device without a line says so later; for seven days."),
  missing: missing
    .optional()
    .describe("What is not there: its price goes back, or is off what is to be paid, and the rest is handed over."),
});
export type HandOver = z.output<typeof handOver>;

/** The orders that are brought on a day. */
export const deliveryList = z
  .object({
    day: z.string(),
    orders: z
      .array(merchantOrder)
      .describe(
        "Those that are brought, in the merchant's order, but for cancelled ones; behind each, those that were added to it.",
      ),
  })
  .meta({ id: "DeliveryList" });
export type DeliveryList = z.infer<typeof deliveryList>;

export const deliveryListOrder = z.object({
  orders: z
    .array(id, { error: "orders must be a list." })
    .min(1, "Name the orders in the order in which they are brought.")
    .max(MOST_STOPS, `At most ${MOST_STOPS} orders are brought on a day.`)
    .refine((all) => new Set(all).size === all.length, "Each order can be in it once.")
    .describe("Those that are left out follow as they were."),
});

export const LABEL_PAPERS = ["a4-24", "roll-62"] as const;
export type LabelPaper = (typeof LABEL_PAPERS)[number];

export const labelQuery = z.object({
  paper: z
    .enum(LABEL_PAPERS, { error: "paper must be a4-24 or roll-62." })
    .default("a4-24")
    .describe("A4 sheets of 24 labels of 70 by 37 mm, or a roll of 62 mm."),
  first: z.coerce
    .number({ error: "first must be a whole number from 1 to 24." })
    .int("first must be a whole number from 1 to 24.")
    .min(1, "first must be a whole number from 1 to 24.")
    .max(24, "first must be a whole number from 1 to 24.")
    .default(1)
    .describe("The label of the first sheet to begin with, counted in rows; the ones before it are used up."),
});
