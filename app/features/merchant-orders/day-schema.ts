import { text } from "~/features/fields";
import { tender } from "~/features/collection-payments/schema";
import { methodKind } from "~/features/delivery/schema";
import { z } from "~/features/zod";
import { pick } from "./packing-schema";
import { merchantOrder } from "./schema";

/* A day at the stall: the times of collection and delivery with their orders, and handing over by code. */

/** The most orders of a day that are shown. */
export const MOST_A_DAY = 500;

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
    times: z.array(timeOfDay.extend({ orders: z.number().int().describe("All but those that were called off.") })),
  })
  .meta({ id: "BusyDay" });
export type BusyDay = z.infer<typeof busyDay>;

export const stallDay = z
  .object({
    day: z.string(),
    times: z.array(timeOfDay.extend({ orders: z.array(merchantOrder) })),
    picks: z.array(pick).describe("What to take off the shelves for the orders that are not handed over, by title."),
  })
  .meta({ id: "StallDay" });
export type StallDay = z.infer<typeof stallDay>;

export const handOver = z.object({
  code: text("A code", 20).describe("As the buyer says it: small letters, spaces, O for 0 and I for 1 are understood."),
  given: tender.shape.given
    .optional()
    .describe("Of an order that is to be paid at collection: the sum that the buyer puts down."),
});
