import { addressFormat, inSentence } from "~/features/accounts/address-format-schema";
import { billing, type Billing } from "~/features/accounts/schema";
import { seenCarts } from "~/features/cart/schema";
import { CARD, paymentMethod } from "~/features/collection-payments/schema";
import { wayChoices } from "~/features/delivery/schema";
import { wayChoicesOf } from "~/features/delivery/together-schema";
import { dollars, optionalText } from "~/features/fields";
import { orderDetails } from "~/features/orders/schema";
import { z } from "~/features/zod";

/* The way from a cart to a paid order. Source: specification §4 (Payment flow), §7. */

export const intentId = z
  .string()
  .regex(/^[\w-]{5,100}$/, "stripeId must be the id of a payment intent, or of a hosted page.");

export const initialize = z.object({
  carts: seenCarts
    .min(1, "The cart is empty.")
    .transform((lines) => lines.map(({ product, variant, quantity }) => ({ product, variant, quantity })))
    .describe("As saved lists have them; the price that was seen does not count."),
  billing: billing.optional().describe("Without it, the billing address of the account is used."),
  shipping: billing.optional().describe("Without it, the order goes to the billing address."),
  notes: optionalText("Order Notes", 1000),
  ways: wayChoices
    .default([])
    .describe("The way and time of each stall that offers some. A stall's only way without times is taken unasked."),
  paymentMethod: paymentMethod
    .default(CARD)
    .describe(
      "On collection: the order is placed at once and paid at the stalls, where the market allows it and each way offers it.",
    ),
});

/**
 * Lists the fields without which an order cannot be sent, with a sentence for each; empty when the goods can arrive.
 * Everything else in an address may be left out.
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
    .map(([field, label]) => ({ field: field as keyof Billing, message: `${label} is required` }));
  const { names, hasPostcodes } = addressFormat(address.countryRegion);
  if (address.city === "" && (address.zipCode === "" || !hasPostcodes))
    missing.push({
      field: "city",
      message: `${names.city}${hasPostcodes ? ` or ${inSentence(names.zipCode)}` : ""} is required`,
    });
  return missing;
}

/** Values of `shipTo` in addition to the ids of addresses in the account. */
export const SHIP_TO = { billing: "billing", other: "other" } as const;

const address = billing.optional().transform((value) => value ?? billing.parse({}));

/**
 * The checkout form: billing address, another shipping address if chosen, notes, the delivery method of each stall, by
 * its merchant, and the time of each market day that several stalls share.
 */
const checkoutWith = <Typed>(shipping: z.ZodType<Billing, Typed>) =>
  z
    .object({
      billing: address,
      shipElsewhere: z.boolean().default(false),
      shipTo: z.string().max(24).default(SHIP_TO.billing),
      keepAddress: z.boolean().default(false),
      shipping,
      notes: optionalText("Order Notes", 1000),
      paymentMethod: paymentMethod.default(CARD),
      ways: z.record(z.string(), z.string().max(80)).default({}),
      marketDays: z.record(z.string(), z.string().max(60)).default({}),
    })
    .transform(({ ways, marketDays, ...form }) => ({ ...form, ways: wayChoicesOf(ways, marketDays) }))
    .superRefine((form, context) => {
      const isElsewhere = form.shipElsewhere || form.shipTo === SHIP_TO.other;
      for (const part of isElsewhere ? (["billing", "shipping"] as const) : (["billing"] as const)) {
        for (const { field, message } of missingForDelivery(form[part]))
          context.addIssue({ code: "custom", path: [part, field], message });
      }
    });

export const checkoutForm = checkoutWith<z.input<typeof address>>(address);
/** The form when the goods go to the billing address: the other address is hidden, and its fields are not checked. */
export const checkoutAtBilling = checkoutWith<unknown>(
  z
    .unknown()
    .optional()
    .transform(() => billing.parse({})),
);

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

export const initialized = z.object({
  data: z.string().describe("The client secret; empty where it is paid at collection."),
  payment: pendingPayment.nullable().describe("null where it is paid at collection: there is nothing to pay now."),
  order: orderDetails.nullable().describe("The placed order that is to be paid at collection; null for a card."),
});

export const finalize = z.object({
  carts: z
    .array(z.unknown())
    .max(100, "A cart can hold at most 100 products.")
    .optional()
    .describe("Accepted and not needed: the order knows what was bought."),
  stripeId: z.union([intentId, z.looseObject({ id: intentId }).transform((intent) => intent.id)], {
    error: "stripeId must be the id of a payment intent.",
  }),
});
export const finalized = z.object({ message: z.string(), data: orderDetails });

/** An order whose goods are held and that nobody has paid yet. */
export const waitingOrder = z.object({ heldUntil: z.string(), order: orderDetails }).meta({ id: "WaitingOrder" });
export type WaitingOrder = z.infer<typeof waitingOrder>;

/** The order as a payment link shows it to anybody. */
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

/** A buyer's last checkout: its state, and the addresses and notes typed there. */
export const latestCheckout = linkedOrder
  .extend({ createdAt: z.string(), paidAt: z.string().nullable(), billing, shipping: billing, notes: z.string() })
  .meta({ id: "LatestCheckout" });
export type LatestCheckout = z.infer<typeof latestCheckout>;
