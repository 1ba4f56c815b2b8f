import { z } from "zod";
import { email, optionalText, text } from "~/features/fields";

/* The contact form. Source: specification §3 (Contact message), §7 (POST /support). */

export const contactMessage = z.object({
  fullname: optionalText("Full name", 120),
  email,
  subject: optionalText("Subject", 200),
  telephone: optionalText("Phone", 40),
  description: text("Message", 5000),
});
export type ContactMessage = z.infer<typeof contactMessage>;
