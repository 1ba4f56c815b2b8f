import { day } from "~/features/fields";
import { z } from "~/features/zod";

/** The refusal of a time of day. */
export const WRONG_TIME = "A time is written as 09:00.";
const clockTime = z.string({ error: WRONG_TIME }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, WRONG_TIME);

/** The last moment at which an order is taken for a time. */
export const cutOff = z
  .union(
    [
      z.strictObject({ hoursBefore: z.number().int().min(0).max(336) }),
      z.strictObject({ daysBefore: z.number().int().min(0).max(14), time: clockTime }),
    ],
    { error: "cutOff must be hoursBefore (0 to 336), or daysBefore (0 to 14) and a time." },
  )
  .describe("Hours before the time begins, or a time of day some days before.");
export type CutOff = z.infer<typeof cutOff>;

/** A time of every week or of one day. */
export const openTime = z.object({
  weekday: z
    .number()
    .int()
    .min(1)
    .max(7)
    .nullable()
    .default(null)
    .describe("1 is Monday, 7 Sunday; null where it is a time of one day alone."),
  day: day("A day").describe("YYYY-MM-DD, of a time that is not weekly; empty otherwise."),
  from: clockTime,
  to: clockTime,
  cutOff,
  capacity: z
    .number({ error: "Places must be a whole number from 1." })
    .int("Places must be a whole number from 1.")
    .min(1, "Places must be a whole number from 1.")
    .max(10_000, "Places can be at most 10,000.")
    .nullable()
    .default(null)
    .describe("How many orders it is for; null for no bound."),
});
export type OpenTime = z.infer<typeof openTime>;
