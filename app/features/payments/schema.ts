import { billing, type Billing } from "~/features/accounts/schema";
import { carts } from "~/features/cart/schema";
import { comparedText, dollars, optionalText } from "~/features/fields";
import { orderDetails } from "~/features/orders/schema";
import { z } from "~/features/zod";
import { asciiDigits } from "~/features/ascii-digits";

/* The way from a cart to a paid order. Source: specification §4 (Payment flow), §7. */

const intentId = z
  .string()
  .regex(/^[\w-]{5,100}$/, "stripeId must be the id of a payment intent, or of a hosted page.");

export const initialize = z.object({
  carts: carts.min(1, "The cart is empty."),
  billing: billing.optional().describe("Without it, the billing address of the account is used."),
  shipping: billing.optional().describe("Without it, the order goes to the billing address."),
  notes: optionalText("Order Notes", 1000),
});

/**
 * What an order cannot be sent without, as fields and sentences; empty when the goods can arrive. Everything else of
 * an address may be left out.
 */
export function missingForDelivery(address: Billing): { field: keyof Billing; message: string }[] {
  const needed = {
    firstName: "First name",
    lastName: "Last name",
    streetAddress: "Street address",
    countryRegion: "Country",
  } as const;
  const missing = (Object.entries(needed) as [keyof typeof needed, string][])
    .filter(([field]) => address[field] === "")
    .map(([field, what]) => ({ field: field as keyof Billing, message: `${what} is required` }));
  if (address.city === "" && address.zipCode === "")
    missing.push({ field: "city", message: "City or zip code is required" });
  return missing;
}

/** The checkout form: billing address, another address to ship to if asked for, notes. */
export const checkoutForm = z
  .object({
    billing: billing.optional().transform((value) => value ?? billing.parse({})),
    shipElsewhere: z.boolean().default(false),
    shipping: billing.optional().transform((value) => value ?? billing.parse({})),
    notes: optionalText("Order Notes", 1000),
  })
  .superRefine((form, context) => {
    for (const address of form.shipElsewhere ? (["billing", "shipping"] as const) : (["billing"] as const)) {
      for (const { field, message } of missingForDelivery(form[address]))
        context.addIssue({ code: "custom", path: [address, field], message });
    }
  });

/** An order that waits for its payment; its stock is held until `heldUntil`. */
export const pendingPayment = z
  .object({
    orderId: z.string(),
    itemId: z.number().int(),
    amount: dollars,
    heldUntil: z.string(),
    provider: z.string(),
    publishableKey: z.string().describe("For the provider's script in the browser; empty where there is none."),
    hostedPage: z.boolean().describe("Whether it can be paid on a page of the provider's instead."),
    stripeId: z.string().describe("The payment intent's id; that of the hosted page once a payment was made there."),
    clientSecret: z.string(),
    status: z.enum(["requires_payment_method", "requires_action", "processing", "succeeded", "canceled"]),
    lastError: z.string(),
    order: orderDetails,
  })
  .meta({ id: "PendingPayment" });
export type PendingPayment = z.infer<typeof pendingPayment>;

export const initialized = z.object({ data: z.string().describe("The client secret."), payment: pendingPayment });

/** Where to send the payer; good until the time given. */
export const hostedPage = z.object({ url: z.string(), expiresAt: z.string() }).meta({ id: "HostedPage" });

export const finalize = z.object({
  carts: z
    .array(z.unknown())
    .max(100, "A cart can hold at most 100 products.")
    .optional()
    .describe("Accepted and not needed: the order knows what was bought."),
  stripeId: z.union([intentId, z.object({ id: intentId }).transform((intent) => intent.id)], {
    error: "stripeId must be the id of a payment intent.",
  }),
});
export const finalized = z.object({ message: z.string(), data: orderDetails });

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
export function expiryOf(typed: string): { expMonth: number; expYear: number } {
  const [, month, year] = EXPIRY.exec(typed) ?? [];
  return { expMonth: Number(month), expYear: 2000 + Number(year) };
}

const clientSecret = comparedText("clientSecret");

/** The test provider's card form. */
export const testCard = z.object({ number: cardNumber, expiry, cvc });
export const testConfirm = testCard.extend({ clientSecret });
export const testAuthenticate = z.object({ clientSecret, passed: z.boolean() });

/** What the provider says of an intent after a try. */
export const intentAnswer = z.object({
  data: z.object({ id: z.string(), status: pendingPayment.shape.status, lastError: z.string() }),
});

/** An order whose goods are held and that nobody has paid yet. */
export const waitingOrder = z.object({ heldUntil: z.string(), order: orderDetails }).meta({ id: "WaitingOrder" });
export type WaitingOrder = z.infer<typeof waitingOrder>;

/** The hosted page that a payer has come back from. */
export const whichPage = z.object({ stripeId: intentId });

/** What a payment link tells whoever has it. */
export const linkedOrder = z
  .object({
    orderId: z.string(),
    itemId: z.number().int(),
    amount: dollars,
    heldUntil: z.string(),
    status: z.enum(["waiting", "paid", "refused", "over"]).describe("refused: what was paid is on its way back."),
  })
  .meta({ id: "LinkedOrder" });
export type LinkedOrder = z.infer<typeof linkedOrder>;

/** A buyer's last checkout: what became of it, and what was typed there. */
export const latestCheckout = linkedOrder
  .extend({ createdAt: z.string(), paidAt: z.string().nullable(), billing, shipping: billing, notes: z.string() })
  .meta({ id: "LatestCheckout" });
export type LatestCheckout = z.infer<typeof latestCheckout>;

/** The signed word of a payment link. */
export const linkWord = z.string().max(120, "This link is not complete.");
