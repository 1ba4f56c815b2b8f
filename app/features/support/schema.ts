import { z } from "zod";
import { email, optionalText, text } from "~/features/fields";
import { page } from "~/features/pagination";

/* The contact form. Source: specification §3 (Contact message), §7 (POST /support). */

export const contactMessage = z.object({
  fullname: optionalText("Full name", 120),
  email,
  subject: optionalText("Subject", 200),
  telephone: optionalText("Phone", 40),
  description: text("Message", 5000),
});
export type ContactMessage = z.infer<typeof contactMessage>;

/* What operators see of it and answer. */

export const supportQuery = z.object({
  page,
  state: z.enum(["open", "done"], { error: "state must be open or done." }).default("open"),
});
export const supportMessage = z
  .object({
    _id: z.string(),
    fullname: z.string(),
    email: z.string(),
    subject: z.string(),
    telephone: z.string(),
    description: z.string(),
    createdAt: z.string(),
    answeredAt: z.string().nullable(),
    answer: z.string(),
    answeredBy: z.string(),
  })
  .meta({ id: "SupportMessage" });
export const answer = z.object({ answer: text("Answer", 5000) });
