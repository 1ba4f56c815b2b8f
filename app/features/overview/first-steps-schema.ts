import { z } from "~/features/zod";

/** The state of everything that a new market needs before its first merchant. */
export const firstSteps = z
  .object({
    mail: z.object({
      kind: z.enum(["server", "files"]).describe("Whether mails go by a mail server, or are only written to files."),
      from: z.string().describe("The sender that mails name."),
    }),
    payments: z.enum(["stripe", "test"]),
    categories: z.number().int(),
  })
  .meta({ id: "OperatorFirstSteps" });

export const firstStepTry = z.object({ step: z.enum(["mail", "payments"]) });

/** The outcome of a try. */
export const stepOutcome = z.object({
  message: z.string(),
  problem: z.boolean().describe("Whether it did not work; the message says why, and what to do."),
});
