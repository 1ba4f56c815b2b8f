import { z } from "zod";
import { email } from "~/features/fields";

/* The footer's newsletter box. Nothing is sent to an address before its owner has confirmed it. */

export const subscription = z.object({ email });
/** The signed word from the link in a mail. */
export const signedLink = z.object({ link: z.string().min(1).max(1000) });
