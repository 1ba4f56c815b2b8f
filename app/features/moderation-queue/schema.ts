import { text } from "~/features/fields";
import { moderatedQuestion, reportedMessages } from "~/features/messages/schema";
import { MOST_REASON } from "~/features/moderation/plain-schema";
import { caseKind } from "~/features/moderation/schema";
import { changePageOf, changes, page } from "~/features/pagination";
import { operatorProduct } from "~/features/product-review/operator-schema";
import { moderatedReview } from "~/features/reviews/schema";
import { z } from "~/features/zod";

export const caseState = z.enum(["objected", "reported", "decided"], {
  error: "state must be objected, reported or decided.",
});

export const caseQuery = z.object({
  page,
  ...changes,
  kind: caseKind.optional().describe("Absent: all kinds."),
  state: caseState
    .optional()
    .describe(
      "Waiting ones come oldest first, decided ones newest first. Absent: reported, and with updatedSince all of them.",
    ),
});
export type CaseQuery = z.infer<typeof caseQuery>;

export const moderationCase = z
  .object({
    _id: z.string(),
    kind: caseKind,
    title: z.string().describe("The product's title or the order's number; empty for a conversation about a stall."),
    state: caseState,
    since: z.string().describe("When it came into this state."),
    openReports: z.number().int(),
    isTakenDown: z.boolean(),
    revision: z.number().int().describe("Counts decisions and objections; a decision names the one it is about."),
  })
  .meta({ id: "ModerationCase" });
export type ModerationCase = z.infer<typeof moderationCase>;

const waiting = z.object({ reported: z.number().int(), objected: z.number().int() });
export const casePage = z.object({
  data: changePageOf(moderationCase).shape.data.extend({
    total: z.number().int().describe("How many there are on all pages, 2,000 at most."),
    waiting: z
      .object({ review: waiting, conversation: waiting, question: waiting, product: waiting })
      .describe("How many of each kind wait for a decision, whatever is asked for."),
  }),
});

export const caseDetails = moderationCase
  .extend({
    reports: z
      .array(
        z.object({
          side: z.enum(["buyer", "merchant"]).optional().describe("Who reports a conversation."),
          reason: z.string(),
          createdAt: z.string(),
        }),
      )
      .describe("Open reports, oldest first, 20 at most."),
    objections: z
      .array(z.object({ reason: z.string(), text: z.string(), objectedAt: z.string() }))
      .describe("Open objections, each with the reason of the decision that it is about."),
    review: moderatedReview.optional(),
    conversation: reportedMessages
      .optional()
      .describe("What was written until it was reported; the audit log says who has read it. Absent once it was kept."),
    question: moderatedQuestion.optional().describe("Absent once its merchant has taken it off."),
    product: operatorProduct.optional(),
  })
  .meta({ id: "ModerationCaseDetails" });
export type CaseDetails = z.infer<typeof caseDetails>;

const revision = z.number({ error: "revision must be the one of the case." }).int().min(0).max(1_000_000_000);
const needsReason = z.object({ reason: text("The reason", MOST_REASON).describe("The person is told it by mail.") });

/** A decision, with the revision of the case that the operator saw. */
export const caseDecision = z.discriminatedUnion(
  "decision",
  [
    z.object({ decision: z.literal("take_down"), revision, ...needsReason.shape }),
    z.object({ decision: z.literal("uphold"), revision, ...needsReason.shape }),
    z.object({ decision: z.literal("keep"), revision }),
    z.object({ decision: z.literal("put_back"), revision }),
  ],
  { error: "decision must be take_down, keep, put_back or uphold." },
);
export type CaseDecision = z.infer<typeof caseDecision>;
