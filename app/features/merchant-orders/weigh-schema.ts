import { dollars, id, image } from "~/features/fields";
import { netContent } from "~/features/products/net-content-schema";
import { weighedLine } from "~/features/products/ordered-size-schema";
import { z } from "~/features/zod";
import { MOST_TOGETHER } from "./packing-schema";

/* Weighing at packing: the goods to weigh in all orders that are to be sent, and their weights. Source: GOODS-13. */

/** Most lines of orders on the list of goods to weigh. */
export const MOST_LINES = 200;
/** Most pieces on the list of goods to weigh: a form has a field for each. */
export const MOST_PIECES = 400;
/** The most that a piece may weigh. */
const MOST_GRAMS = 1_000_000;

/** A line of an order that is to be weighed. */
const lineToWeigh = weighedLine
  .extend({
    _id: z.string().describe("The line's."),
    order: z.string(),
    itemId: z.number().int().describe("The order's number."),
    buyer: z.string(),
    most: dollars.describe("What was paid for these pieces: more is never due."),
  })
  .meta({ id: "LineToWeigh" });
export type LineToWeigh = z.infer<typeof lineToWeigh>;

const sizeToWeigh = z
  .object({
    _id: z.string().describe("The size's."),
    title: z.string(),
    image: z.array(image),
    usual: netContent.optional().describe("What a piece usually weighs."),
    lines: z.array(lineToWeigh),
  })
  .meta({ id: "SizeToWeigh" });
export type SizeToWeigh = z.infer<typeof sizeToWeigh>;

export const weighing = z
  .object({
    sizes: z.array(sizeToWeigh).describe("By title; the orders of each, oldest first."),
    pieces: z.number().int(),
    weighed: z.number().int().describe("How many of the pieces."),
    isWhole: z
      .boolean()
      .describe(
        `Whether all are in it: at most ${MOST_LINES} lines of ${MOST_TOGETHER} orders with ${MOST_PIECES} pieces are, the oldest.`,
      ),
  })
  .meta({ id: "Weighing" });
export type Weighing = z.infer<typeof weighing>;

const weight = z
  .preprocess(
    // A number out of bounds stays a number, and is refused as no weight.
    (value) => (typeof value === "number" && value > 0 && value <= MOST_GRAMS ? String(value) : value),
    z
      .string({ error: "A weight is a number, or a text such as 2.84 kg." })
      .max(20, "A weight has at most 20 characters.")
      .nullable(),
  )
  .meta({ type: ["string", "number", "null"], exclusiveMinimum: 0, maximum: MOST_GRAMS });

export const weights = z.object({
  weights: z
    .array(
      z.object({
        order: id,
        line: id,
        pieces: z
          .array(weight)
          .min(1, "Say what at least one piece weighs.")
          .max(1000, "At most 1000 pieces go together.")
          .describe(
            "What the pieces weigh, in their order: 2840 or 2840 g, 2.84 or 2.84 kg, 6.25 lb. Null, or nothing: as it was.",
          ),
        confirmed: z
          .boolean()
          .default(false)
          .describe("That a weight is right which is far from the usual one, or more than was said before."),
      }),
    )
    .min(1, "Say what at least one line weighs.")
    .max(MOST_LINES, `At most ${MOST_LINES} lines go together.`)
    .refine((all) => new Set(all.map(({ line }) => line)).size === all.length, "Each line can be in it once.")
    .refine(
      (all) => new Set(all.map(({ order }) => order)).size <= MOST_TOGETHER,
      `At most ${MOST_TOGETHER} orders go together.`,
    ),
});
export type Weights = z.output<typeof weights>["weights"];
export type LineWeights = Weights[number];

export const weighed = z.object({
  weighed: z
    .array(
      z.object({
        order: z.string(),
        line: z.string(),
        due: dollars.nullable().describe("Null until all its pieces are weighed."),
        back: dollars.describe("What goes back to the buyer now."),
      }),
    )
    .describe("The lines whose weights are saved."),
  refused: z.array(
    z.object({
      order: z.string(),
      line: z.string(),
      piece: z.number().int().nullable().describe("Which piece, from 0; null where it is about the line."),
      code: z.string(),
      message: z.string(),
    }),
  ),
});
export type WeighedAnswer = z.infer<typeof weighed>;
