import { dollars } from "~/features/fields";
import { z } from "~/features/zod";

/*
 * A merchant's account month by month, as the ledger has it. A sum above 0 raises what the merchant is owed, a sum
 * below 0 lowers it.
 */

/** A month such as 2026-03. */
export const month = z
  .string({ error: "month must be a month such as 2026-03." })
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, "month must be a month such as 2026-03.");

export const statement = z
  .object({
    month,
    timeZone: z.string().describe("In which the month begins and ends."),
    isOver: z.boolean().describe("Otherwise it is as of now, and more may follow."),
    opening: dollars.describe("What was owed when the month began."),
    sales: dollars,
    deliveryFees: dollars.describe("The prices of the ways of these sales, less those that went back."),
    refunds: dollars.describe("0 or below."),
    disputes: dollars.describe("Lost to the buyers' banks: 0 or below."),
    vat: dollars.describe("What of sales, refunds and disputes is VAT, as the merchant stated it of the goods."),
    fees: dollars.describe("Less those that were given back: mostly below 0."),
    payouts: dollars.describe("Less what was taken back of them: mostly below 0."),
    cash: dollars
      .optional()
      .describe(
        "What buyers paid to the stall itself at collection, less what it gave back: mostly below 0; absent where nothing was.",
      ),
    closing: dollars.describe("What was owed when the month ended: the opening balance and all of these."),
    entries: z.number().int().describe("How many entries of the account there are in it."),
  })
  .meta({ id: "Statement" });
export type Statement = z.infer<typeof statement>;

export const statementQuery = z.object({
  year: z.union([z.literal(""), z.string().regex(/^20\d\d$/)], { error: "year must have four digits." }).default(""),
});
export const statementList = z.object({
  year: z.string(),
  years: z.array(z.string()).describe("Years that there are statements of, newest first."),
  docs: z.array(statement).describe("Of that year, newest month first."),
});
export type StatementList = z.infer<typeof statementList>;
