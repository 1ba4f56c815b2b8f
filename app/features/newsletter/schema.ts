import { comparedText, email } from "~/features/fields";
import { z } from "~/features/zod";

/* The footer's newsletter box. Nothing is sent to an address before its owner has confirmed it. */

export const subscription = z.object({ email });
/** The signed token of the link in a mail. */
export const signedLink = z.object({ link: comparedText("The link", 1000) });

export const newsletterCounts = z.object({
  confirmed: z.number().int(),
  waiting: z.number().int(),
  unsubscribed: z.number().int(),
});
