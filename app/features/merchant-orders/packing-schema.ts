import { id, image } from "~/features/fields";
import { z } from "~/features/zod";
import { merchantOrder, shipment } from "./schema";

/* Many orders at once: picking, packing and sending them. */

/** The most orders that are packed, printed or sent together. */
export const MOST_TOGETHER = 100;

export const packingQuery = z.object({
  orders: z
    .string()
    .trim()
    .regex(/^(\d{1,12}(,\d{1,12})*)?$/, "orders must be order numbers with commas between them, such as 10012,10013.")
    .refine((text) => text.split(",").length <= MOST_TOGETHER, `At most ${MOST_TOGETHER} orders go together.`)
    .default("")
    .describe(`Up to ${MOST_TOGETHER} order numbers with commas between; left out, all that are to be shipped.`),
});

export const pick = z
  .object({
    _id: z.string().describe("The product's."),
    title: z.string(),
    sku: z.string(),
    image: z.array(image),
    pieces: z.number().int().describe("Of all the orders together."),
    orders: z.array(z.number().int()).describe("The numbers of the orders that want it."),
  })
  .meta({ id: "Pick" });
export type Pick = z.infer<typeof pick>;

export const packing = z
  .object({
    docs: z.array(merchantOrder).describe(`The orders, oldest first, at most ${MOST_TOGETHER}.`),
    total: z.number().int().describe("How many there are."),
    picks: z.array(pick).describe("What to take off the shelves for them, by title."),
  })
  .meta({ id: "Packing" });
export type Packing = z.infer<typeof packing>;

export const shipments = z.object({
  shipments: z
    .array(shipment.extend({ order: id }), { error: "shipments must be a list." })
    .min(1, "Tick the orders that are sent.")
    .max(MOST_TOGETHER, `At most ${MOST_TOGETHER} orders go together.`)
    .refine((all) => new Set(all.map(({ order }) => order)).size === all.length, "Each order can be in it once."),
});
export type Shipments = z.infer<typeof shipments>["shipments"];

export const shipped = z.object({
  shipped: z.array(z.string()).describe("The ids of the orders that are marked as shipped now."),
  refused: z.array(z.object({ order: z.string(), code: z.string(), message: z.string() })),
});
export type Shipped = z.infer<typeof shipped>;
