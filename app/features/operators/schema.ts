import { z } from "zod";
import { tint } from "~/features/catalogue/schema";
import { comparedText, dollars, id, image, newPassword, text } from "~/features/fields";
import { page } from "~/features/pagination";
import { day } from "~/features/fulfilment/schema";
import { balance } from "~/features/ledger/schema";
import { order, orderDetails } from "~/features/orders/schema";
import { payoutAccount } from "~/features/payouts/schema";

/* What operators see and do. Source: decisions AMB-20, AMB-36. */

/** The word of an invitation's link: 256 bits as hex. */
const invitationToken = comparedText("The link", 200);
export const invitation = z.object({ token: invitationToken });
export const acceptInvitation = z.object({
  token: invitationToken,
  firstName: text("First Name", 80),
  lastName: text("Last Name", 80),
  password: newPassword,
});
export const invited = z.object({ email: z.string(), firstName: z.string(), lastName: z.string() });

/** How much waits for somebody. */
export const overview = z
  .object({
    review: z.number().int().describe("Products and changes of products that wait for review."),
    merchants: z.number().int().describe("Merchants that wait to be let in."),
    support: z.number().int().describe("Messages that nobody has answered."),
    deadJobs: z.number().int().describe("Jobs that failed for good."),
    waitingJobs: z.number().int(),
  })
  .meta({ id: "OperatorOverview" });

export const auditEntry = z
  .object({
    _id: z.string(),
    actorName: z.string(),
    action: z.string().describe("What was done: merchant.suspended, product.published …"),
    subject: z.string(),
    details: z.record(z.string(), z.unknown()),
    createdAt: z.string(),
  })
  .meta({ id: "AuditEntry" });
export type AuditEntry = z.infer<typeof auditEntry>;

export const pageQuery = z.object({ page });
/** Words that an operator looks for. Zeros stand in no text, and a database may fail on them. */
const q = z
  .string()
  .overwrite((words) => words.replaceAll("\0", ""))
  .trim()
  .max(120, "A search can have at most 120 characters.")
  .default("");
export const searchQuery = z.object({ page, q });

/* Review */

const waiting = z.object({
  _id: z.string().describe("The product's id."),
  kind: z.enum(["new", "change"]).describe("new: never published. change: of a product that is on sale."),
  title: z.string(),
  category: z.object({ title: z.string(), tint }),
  storeName: z.string(),
  image: image.optional(),
  submittedAt: z.string(),
});
export const waitingProduct = waiting.meta({ id: "WaitingProduct" });
export type WaitingProduct = z.infer<typeof waiting>;

/** What of a product only changes with a review. */
const reviewed = z.object({
  title: z.string(),
  description: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  images: z.array(image),
  video: z.object({ _id: z.string(), url: z.string() }).optional(),
});
export type Reviewed = z.infer<typeof reviewed>;

export const review = waiting
  .extend({
    version: z
      .string()
      .describe("Send it back with the decision: it is refused if the merchant has changed the product since."),
    wanted: reviewed.describe("What the merchant has handed in."),
    onSale: reviewed.optional().describe("What is on sale now; only of a change."),
    amount: dollars,
    quantity: z.number().int(),
    sku: z.string(),
    merchant: z.object({ _id: z.string(), email: z.string(), status: z.enum(["active", "waiting", "suspended"]) }),
  })
  .meta({ id: "Review" });
export type Review = z.infer<typeof review>;

const version = comparedText("version", 40);
export const publish = z.object({ version });
export const sendBack = z.object({ version, reason: text("Reason", 1000) });

/* Categories */

export const categoryFields = z.object({
  title: text("Title", 80),
  tint: z.enum(tint.options, { error: "Choose a colour." }).default("leafy"),
});
export type CategoryFields = z.infer<typeof categoryFields>;
export const operatorCategory = z
  .object({
    _id: z.string(),
    title: z.string(),
    tint,
    image: image.optional(),
    products: z.number().int().describe("All of them: drafts and deleted ones as well."),
    stores: z.number().int(),
  })
  .meta({ id: "OperatorCategory" });
export type OperatorCategory = z.infer<typeof operatorCategory>;
export const move = z.object({ direction: z.enum(["up", "down"], { error: "direction must be up or down." }) });

/* Merchants and users */

export const storeStatus = z.enum(["active", "waiting", "suspended"], {
  error: "status must be active, waiting or suspended.",
});
export const merchantQuery = searchQuery.extend({ status: z.union([z.literal(""), storeStatus]).default("") });
export const merchant = z
  .object({
    _id: z.string(),
    storeName: z.string(),
    username: z.string(),
    businessAddress: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    telephone: z.string(),
    status: storeStatus,
    createdAt: z.string(),
    products: z.number().int().describe("On sale now."),
    categories: z.array(z.string()),
  })
  .meta({ id: "OperatorMerchant" });
export type Merchant = z.infer<typeof merchant>;
export const merchantDetails = merchant.extend({ balance, payoutAccount }).meta({ id: "OperatorMerchantDetails" });
export type MerchantDetails = z.infer<typeof merchantDetails>;
export const suspend = z.object({ reason: text("Reason", 1000) });

export const person = z
  .object({
    _id: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    privilege: z.enum(["buyer", "merchant", "operator"]),
    verified: z.boolean(),
    createdAt: z.string(),
    sessions: z.number().int().describe("Where the person is signed in now."),
  })
  .meta({ id: "OperatorUser" });

/* Orders */

const orderStatus = z.enum(["pending", "paid", "released", "refused"]);
const disputeStatus = z
  .enum(["warning", "open", "won", "lost", "closed"])
  .describe(
    "warning: the buyer's bank asks, nothing was taken. open: taken until it is decided. closed: ended with nothing taken.",
  );
export const foundOrder = order
  .pick({ _id: true, itemId: true, createdAt: true, date: true, amount: true, isCompleted: true })
  .extend({
    status: orderStatus,
    dispute: z
      .enum(["open", "lost"])
      .nullable()
      .describe("Whether the buyer's bank asks for the money back, or has taken it."),
    buyer: z.object({ name: z.string(), email: z.string() }),
  })
  .meta({ id: "FoundOrder" });
export type FoundOrder = z.infer<typeof foundOrder>;

export const operatorOrder = orderDetails
  .extend({
    status: orderStatus,
    buyer: z.object({ firstName: z.string(), lastName: z.string(), email: z.string(), telephone: z.string() }),
    provider: z.string(),
    intentId: z.string().nullable().describe("The payment intent's id."),
    disputes: z
      .array(
        z.object({
          _id: z.string(),
          amount: dollars,
          reason: z.string().describe("The bank's, in the provider's word for it."),
          status: disputeStatus,
          createdAt: z.string(),
          endedAt: z.string().nullable(),
        }),
      )
      .describe("Oldest first."),
    refunds: z.array(
      z.object({
        _id: z.string(),
        amount: dollars,
        reason: z.string(),
        origin: z
          .enum(["shop", "provider", "dispute"])
          .describe("provider: given back by hand in its dashboard. dispute: taken by the buyer's bank."),
        partId: z.string().nullable(),
        createdAt: z.string(),
        doneAt: z.string().nullable().describe("When the provider took it; null while it is on its way."),
        lines: z
          .array(z.object({ title: z.string(), quantity: z.number().int() }))
          .describe("The pieces it was for, where they are known."),
        failed: z
          .string()
          .nullable()
          .describe("What the provider refused it with, once every try has failed; null otherwise."),
      }),
    ),
  })
  .meta({ id: "OperatorOrderDetails" });
export type OperatorOrder = z.infer<typeof operatorOrder>;

/* Payments */

/** How the provider's record of a payment and ours can differ. */
export const difference = z.enum([
  "unknown_order",
  "not_placed",
  "other_payment",
  "not_paid_there",
  "amount",
  "refunded_more_there",
  "refunded_less_there",
  "disputed_there",
]);
export type Difference = z.infer<typeof difference>;

export const providerPayment = z
  .object({
    _id: z.string().describe("The payment intent's id."),
    status: z
      .enum(["requires_payment_method", "requires_action", "processing", "succeeded", "canceled"])
      .describe("As the provider has it."),
    createdAt: z.string(),
    amount: dollars,
    refunded: dollars.describe("How much went back there."),
    order: z
      .object({
        _id: z.string(),
        itemId: z.number().int(),
        status: orderStatus,
        amount: dollars,
        refunded: dollars.describe("How much of this payment goes back here."),
      })
      .nullable()
      .describe("The order it belongs to."),
    dispute: disputeStatus.nullable().describe("The last one about it, as it is written down here."),
    differences: z.array(difference).describe("Empty: both agree."),
  })
  .meta({ id: "ProviderPayment" });
export type ProviderPayment = z.infer<typeof providerPayment>;

export const paymentQuery = z.object({
  since: day("since").describe("Payments begun on this day or later."),
  after: z
    .string()
    .regex(/^[\w-]{5,100}$/, "after must be the id of a payment intent.")
    .optional()
    .describe("The last payment of the page before."),
});
export const paymentList = z.object({
  provider: z.string(),
  docs: z.array(providerPayment),
  next: z.string().nullable().describe("For after; null on the last page."),
});
export type PaymentList = z.infer<typeof paymentList>;
export const paymentId = z.object({ id: z.string().regex(/^[\w-]{5,100}$/, "That is not the id of a payment.") });

/* Support, newsletter, jobs */

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

export const newsletterCounts = z.object({
  confirmed: z.number().int(),
  waiting: z.number().int(),
  unsubscribed: z.number().int(),
});

export const deadJob = z
  .object({
    _id: z.string(),
    kind: z.string(),
    attempts: z.number().int(),
    lastError: z.string(),
    createdAt: z.string(),
    diedAt: z.string(),
  })
  .meta({ id: "DeadJob" });

export const byId = z.object({ id });
