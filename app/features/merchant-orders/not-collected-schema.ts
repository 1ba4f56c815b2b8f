import { otherTime, partDelivery, slot } from "~/features/delivery/schema";
import { dollars } from "~/features/fields";
import { z } from "~/features/zod";

/* A part that nobody collected at its time, and what its merchant and its buyer agree on. */

export const AFTER_MISSED = ["wait", "other_time", "money_back"] as const;

/** A merchant's report that a part was not collected, and what becomes of it. */
export const missed = z
  .object({
    next: z
      .enum(AFTER_MISSED, { error: "next must be wait, other_time or money_back." })
      .describe(
        "wait: its buyer is asked to write. other_time: it is moved to another time of its way, whatever its cut-off and places. " +
          "money_back: its price goes back less what the market lets stalls keep.",
      ),
    time: z
      .union([z.literal(""), otherTime.shape.time])
      .default("")
      .describe("With other_time: the time it is moved to."),
  })
  .refine(({ next, time }) => next !== "other_time" || time !== "", { error: "Choose a time.", path: ["time"] });
export type Missed = z.output<typeof missed>;

/** The choices of a merchant for a part that was not collected. */
export const missedChoices = z
  .object({
    delivery: partDelivery,
    closed: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .describe("Why it cannot be said; null where it can."),
    slots: z.array(slot).describe("Times of its way; the merchant is not bound by their cut-offs and places."),
    amountBack: dollars.describe("What goes back with money_back."),
    kept: dollars.describe("What the stall keeps of the price then."),
  })
  .meta({ id: "MissedChoices" });
export type MissedChoices = z.infer<typeof missedChoices>;
