import { text } from "~/features/fields";
import { z } from "~/features/zod";
import { MOST_OBJECTION, MOST_REASON } from "./plain-schema";

export const caseKind = z.enum(["review", "conversation", "question", "product"], {
  error: "kind must be review, conversation, question or product.",
});

export const reportForm = z.object({ reason: text("The reason", MOST_REASON) });
export const objectionForm = z.object({ text: text("Your objection", MOST_OBJECTION) });

/** A decision, as the person whom it concerns sees it. */
export const decision = z
  .object({
    _id: z.string(),
    kind: caseKind,
    title: z.string().describe("The product's title or the order's number."),
    reason: z.string(),
    decidedAt: z.string(),
    objection: z.string().describe("Empty until the person objects."),
    objectedAt: z.string().nullable(),
    outcome: z
      .enum(["upheld", "reversed"])
      .nullable()
      .describe("upheld: it stays, for good. reversed: it was put back. null: not looked at again."),
    answer: z.string().describe("Why it was upheld."),
    canObject: z.boolean(),
  })
  .meta({ id: "Decision" });
export type Decision = z.infer<typeof decision>;

export const ownDecision = decision
  .extend({ link: z.string().describe("The word of the link that the mail had.") })
  .meta({ id: "OwnDecision" });
