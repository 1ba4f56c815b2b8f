import { asciiDigits } from "~/features/ascii-digits";
import { intentId, pendingPayment } from "~/features/checkout/schema";
import { comparedText } from "~/features/fields";
import { z } from "~/features/zod";

/* The ways to pay beside our own page, and the test provider's card. Source: specification §4 (Payment flow), §7. */

/** Where to send the payer; good until the time given. */
export const hostedPage = z.object({ url: z.string(), expiresAt: z.string() }).meta({ id: "HostedPage" });

const cardNumber = z
  .string({ error: "Enter the card number." })
  .overwrite(asciiDigits)
  .transform((value) => value.replace(/[ -]/g, ""))
  .pipe(z.string().regex(/^\d{12,19}$/, "Enter the card number: 12 to 19 digits."));
const cvc = z
  .string({ error: "Enter the security code." })
  .overwrite(asciiDigits)
  .trim()
  .regex(/^\d{3,4}$/, "Enter the 3 or 4 digits of the security code.");
const EXPIRY = /^(0?[1-9]|1[0-2]) ?\/? ?(?:20)?(\d{2})$/;
const expiry = z
  .string({ error: "Enter the expiry date as MM / YY." })
  .overwrite(asciiDigits)
  .trim()
  .regex(EXPIRY, "Enter the expiry date as MM / YY.");

/** Month from 1 and four-digit year of an expiry date as it is typed. */
export function expiryOf(text: string): { expMonth: number; expYear: number } {
  const [, month, year] = EXPIRY.exec(text) ?? [];
  return { expMonth: Number(month), expYear: 2000 + Number(year) };
}

const clientSecret = comparedText("clientSecret");

/** The test provider's card form. */
export const testCard = z.object({ number: cardNumber, expiry, cvc });
export const testConfirm = testCard.extend({ clientSecret });
export const testAuthenticate = z.object({ clientSecret, passed: z.boolean() });

/** The provider's state of an intent after a try. */
export const intentAnswer = z.object({
  data: z.object({ id: z.string(), status: pendingPayment.shape.status, lastError: z.string() }),
});

/** The hosted page that a payer has come back from. */
export const whichPage = z.object({ stripeId: intentId });

/** The signed word of a payment link. */
export const linkWord = z.string().max(120, "This link is not complete.");
