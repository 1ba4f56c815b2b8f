import { id, image, pictureIds, text } from "~/features/fields";
import { changes, cursorPageOf, page, searchQuery } from "~/features/pagination";
import { z } from "~/features/zod";
import { MOST_NAME, MOST_PICTURES, MOST_REASON, MOST_TEXT } from "./plain-schema";

/* Conversations between a buyer and a stall. Both sides make the same calls, and each sees the other one's messages. */

const subjectKind = z.enum(["product", "order", "stall"], { error: "kind must be product, order or stall." });

const subject = z.object({
  kind: subjectKind,
  _id: z.string().describe("The product, the buyer's part of an order, or the stall."),
  title: z.string().describe("The product's title or the order's number, as it was at first; empty for the stall."),
  order: z.string().nullable().describe("The order's id; null for another subject."),
});

export const subjectQuery = z.object({ kind: subjectKind, id });
export type SubjectQuery = z.infer<typeof subjectQuery>;

/** The subject of a conversation that a buyer may begin, and the conversation where there is one already. */
export const newSubject = z
  .object({
    subject,
    stall: z.object({ _id: z.string(), name: z.string() }),
    conversation: z.string().nullable(),
  })
  .meta({ id: "ConversationSubject" });
export type NewSubject = z.infer<typeof newSubject>;

export const messageForm = z.object({
  text: text("The message", MOST_TEXT),
  pictures: pictureIds(MOST_PICTURES)
    .default([])
    .describe(
      "Ids of pictures that uploadPictures answered. The two sides see them, and operators once they are reported.",
    ),
});
export type MessageForm = z.infer<typeof messageForm>;
export const conversationForm = messageForm.extend({ kind: subjectKind, id });
export type ConversationForm = z.infer<typeof conversationForm>;

export const conversation = z
  .object({
    _id: z.string(),
    subject,
    name: z
      .string()
      .describe("The other side: the stall, or the buyer's first name and initial; empty once the buyer has left."),
    unread: z.number().int().describe("Messages of the other side that were not read yet."),
    last: z.object({ text: z.string().describe("Its beginning."), isMine: z.boolean() }),
    lastAt: z.string(),
  })
  .meta({ id: "Conversation" });
export type Conversation = z.infer<typeof conversation>;

export const conversationQuery = z.object({
  page,
  ...changes,
  q: searchQuery.shape.q.describe("Words of a message, of the subject or of the stall."),
  state: z
    .enum(["all", "unread"], { error: "state must be all or unread." })
    .default("all")
    .describe("unread: those with messages that were not read."),
});
export type ConversationQuery = z.infer<typeof conversationQuery>;

/** `unread` counts all conversations, not only the found ones. */
export const conversationPage = z.object({
  data: cursorPageOf(conversation).shape.data.extend({ unread: z.number().int() }),
});

const message = z.object({
  _id: z.string(),
  position: z.number().int().describe("Counted from 1 within the conversation."),
  isMine: z.boolean(),
  isRead: z.boolean().describe("Whether the other side has read it; of a message of the other side, whether I have."),
  isShown: z.boolean().describe("Whether it stands with the product, and the message before it as its question."),
  text: z.string(),
  pictures: z.array(image),
  createdAt: z.string(),
});
export type Message = z.infer<typeof message>;

export const conversationDetails = conversation
  .extend({
    messages: z.array(message).describe("The newest, or those before `before`, oldest first, 30 at most."),
    hasOlder: z.boolean(),
    refusal: z
      .enum(["messages_blocked", "blocked_by_you", "conversation_closed", "buyer_left", "questions_closed"])
      .nullable()
      .describe("Why nothing can be written now; null where it can."),
    closedReason: z.string().describe("Why the market has closed it; empty while it is open."),
    isReported: z.boolean().describe("Whether a report of mine waits for a decision."),
  })
  .meta({ id: "ConversationDetails" });
export type ConversationDetails = z.infer<typeof conversationDetails>;

const MOST_POSITION = 1_000_000_000;
const NO_POSITION = "A position is a whole number from 1.";
const position = z.number({ error: NO_POSITION }).int(NO_POSITION).min(1, NO_POSITION).max(MOST_POSITION, NO_POSITION);
export const olderQuery = z.object({
  before: z.coerce
    .number({ error: NO_POSITION })
    .int(NO_POSITION)
    .min(1, NO_POSITION)
    .max(MOST_POSITION, NO_POSITION)
    .optional()
    .describe("Only messages before this position."),
});
export const readForm = z.object({ upTo: position.describe("The position of the newest message that was read.") });

export const blockForm = z.object({ isBlocked: z.boolean({ error: "isBlocked must be true or false." }) });
export const reportForm = z.object({ reason: text("The reason", MOST_REASON) });

/* For the stall. */

export const savedAnswerForm = z.object({ name: text("The name", MOST_NAME), text: text("The answer", MOST_TEXT) });
export type SavedAnswerForm = z.infer<typeof savedAnswerForm>;
export const savedAnswer = savedAnswerForm.extend({ _id: z.string() }).meta({ id: "SavedAnswer" });
export type SavedAnswer = z.infer<typeof savedAnswer>;

/** A question on a product's page, without the buyer's name. */
export const productQuestion = z
  .object({
    _id: z.string(),
    question: z.string(),
    answer: z.string(),
    askedAt: z.string(),
    answeredAt: z.string(),
  })
  .meta({ id: "ProductQuestion" });
export type ProductQuestion = z.infer<typeof productQuestion>;

/* For moderation. */

/** A question that is or was on a product's page, as operators see it. */
export const moderatedQuestion = z
  .object({
    _id: z.string(),
    question: z.string(),
    answer: z.string(),
    product: z.object({ _id: z.string(), title: z.string() }),
    merchant: z.object({ _id: z.string(), storeName: z.string() }),
    hiddenAt: z.string().nullable(),
    hiddenReason: z.string(),
  })
  .meta({ id: "ModeratedQuestion" });
export type ModeratedQuestion = z.infer<typeof moderatedQuestion>;

export const closeForm = z.object({ reason: text("The reason", MOST_REASON) });

export const moderationQuery = z.object({
  page,
  state: z
    .enum(["reported", "closed"], { error: "state must be reported or closed." })
    .default("reported")
    .describe("reported: those with open reports, most reports first."),
});
export type ModerationQuery = z.infer<typeof moderationQuery>;

const reportSide = z.enum(["buyer", "merchant"]);

export const reportedConversation = z
  .object({
    _id: z.string(),
    subject,
    merchant: z.object({ _id: z.string(), storeName: z.string() }),
    buyer: z.string().describe("First name and initial; empty once the buyer has left."),
    reports: z
      .array(z.object({ side: reportSide, reason: z.string(), createdAt: z.string() }))
      .describe("Open reports: one of each side at most."),
    closedAt: z.string().nullable(),
    closedReason: z.string(),
  })
  .meta({ id: "ReportedConversation" });
export type ReportedConversation = z.infer<typeof reportedConversation>;

export const reportedMessages = reportedConversation
  .extend({
    messages: z
      .array(
        z.object({
          _id: z.string(),
          side: reportSide,
          text: z.string(),
          pictures: z.array(image),
          createdAt: z.string(),
        }),
      )
      .describe("What was there when it was reported, the newest 200, oldest first."),
  })
  .meta({ id: "ReportedMessages" });
export type ReportedMessages = z.infer<typeof reportedMessages>;
