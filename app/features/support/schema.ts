import { email, id, optionalText, text } from "~/features/fields";
import { changes, page } from "~/features/pagination";
import { z } from "~/features/zod";
import { asciiDigits } from "~/features/ascii-digits";

/* The contact form. Source: specification §3 (Contact message), §7 (POST /support). */

export const contactMessage = z.object({
  fullname: optionalText("Full name", 120),
  email,
  subject: optionalText("Subject", 200),
  telephone: optionalText("Phone", 40),
  order: z
    .string({ error: "Order number must be a text." })
    .trim()
    .overwrite(asciiDigits)
    .regex(/^#?\d{0,12}$/, "An order's number has digits only; it stands in its mails and in your order history.")
    .transform((number) => number.replace("#", ""))
    .default("")
    .describe("The number of the order that it is about; empty for none."),
  description: text("Message", 5000),
});
export type ContactMessage = z.infer<typeof contactMessage>;

/* The conversation that a message begins. */

const reply = z.object({
  _id: z.string(),
  side: z.enum(["team", "writer"]),
  name: z.string().describe("Of the operator; empty where the writer replied."),
  text: z.string(),
  createdAt: z.string(),
});
export type SupportReply = z.infer<typeof reply>;

const conversation = z.object({
  _id: z.string(),
  subject: z.string(),
  description: z.string(),
  order: z.string().describe("The number of the order that its writer named; empty for none."),
  createdAt: z.string(),
  answeredAt: z.string().nullable().describe("When the team last answered or closed it; null while it waits."),
});

/** The writer's view of a conversation in a list. */
export const ownMessage = conversation.meta({ id: "OwnMessage" });
export const ownThread = conversation.extend({ replies: z.array(reply) }).meta({ id: "OwnThread" });

export const replyText = z.object({ reply: text("Reply", 5000) });

/* The operators' view of a conversation. */

export const supportQuery = z.object({
  page,
  ...changes,
  state: z
    .enum(["open", "done"], { error: "state must be open or done." })
    .optional()
    .describe("Absent: open, and with updatedSince both."),
  assigned: z
    .enum(["", "me", "nobody"], { error: "assigned must be me, nobody, or empty." })
    .default("")
    .describe("Only those that I, or that nobody takes care of."),
});
export type SupportQuery = z.infer<typeof supportQuery>;

export const supportMessage = conversation
  .extend({
    fullname: z.string(),
    email: z.string(),
    telephone: z.string(),
    waitingSince: z.string().describe("When its writer last wrote."),
    answeredBy: z.string().describe("The name of who answered or closed it."),
    answers: z.number().int().describe("How often the team answered."),
    assignedTo: z.object({ _id: z.string(), name: z.string() }).nullable().describe("Who takes care of it."),
  })
  .meta({ id: "SupportMessage" });
export const supportThread = supportMessage
  .extend({
    replies: z.array(reply),
    operators: z.array(z.object({ _id: z.string(), name: z.string() })).describe("Who could take care of it."),
  })
  .meta({ id: "SupportThread" });

export const answer = z.object({ answer: text("Answer", 5000) });
export const assignment = z.object({
  operator: z
    .union([z.literal(""), id], { error: "operator must be an operator's id, or empty." })
    .describe("Empty: nobody."),
});
