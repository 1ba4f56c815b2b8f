import { z } from "zod";

/** How much waits for somebody. */
export const overview = z
  .object({
    review: z.number().int().describe("Products and changes of products that wait for review."),
    merchants: z.number().int().describe("Merchants that wait to be let in."),
    support: z.number().int().describe("Messages that nobody has answered."),
    deadJobs: z.number().int().describe("Jobs that failed for good."),
    waitingJobs: z.number().int(),
  })
  .meta({ id: "OperatorOverview" });
