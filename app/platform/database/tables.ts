import type { Generated, Insertable } from "kysely";

/*
 * What is stored. Ids are 24 hex characters, times ISO 8601 UTC text, money integer cents, booleans 0 or 1, lists and
 * records JSON text: what SQLite and Postgres hold alike.
 */
type Flag = 0 | 1;
type Json = string;

export interface UserRow {
  _id: string;
  /** Lower case; null once the account is deleted. */
  email: string | null;
  passwordHash: string;
  firstName: string;
  lastName: string;
  telephone: string;
  privilege: "buyer" | "merchant" | "operator";
  imageId: string | null;
  /** Billing fields as the billing form has them. */
  extras: Json;
  verifiedAt: string | null;
  deletedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface StoreRow {
  userId: string;
  username: string;
  storeName: string;
  businessAddress: string;
  story: string;
  status: "active" | "waiting" | "suspended";
}

export interface StoreCategoryRow {
  userId: string;
  categoryId: string;
}

export interface TokenRow {
  /** SHA-256 of the token, hex. */
  hash: string;
  userId: string;
  createdAt: string;
  expiresAt: string;
}

export interface CodeRow {
  email: string;
  purpose: "verify" | "reset";
  hash: string;
  sentAt: string;
  expiresAt: string;
  triesLeft: number;
  /** The registration that this code completes, where an earlier one waits already; empty otherwise. */
  pending: string;
}

export interface CategoryRow {
  _id: string;
  title: string;
  /** Folded title, for comparisons in any case. */
  folded: string;
  imageId: string | null;
  tint: string;
  position: number;
  createdAt: string;
}

export interface ProductRow {
  /** Row number of the search index; never shown. */
  seq: Generated<number>;
  _id: string;
  merchantId: string;
  categoryId: string;
  title: string;
  description: string;
  /** The list price. */
  amountCents: number;
  discountType: "none" | "percentage";
  discountPercent: number;
  /** What the buyer pays: the list price less the discount. */
  priceCents: number;
  taxClass: string;
  vatCents: number;
  quantity: number;
  sku: string;
  barcode: string;
  isPhysical: Flag;
  measurement: Json;
  tags: Json;
  variations: Json;
  videoId: string | null;
  availType: "draft" | "in-review" | "published";
  rating: number | null;
  /** 1 when anyone may see it: published, not deleted, its merchant active. */
  isPublic: Flag;
  /** Folded title, a line feed, folded category title: what the search index holds. */
  searchText: string;
  createdAt: string;
  updatedAt: string;
  deletedAt: string | null;
  /** Why an operator sent it back; empty when nobody did. */
  sentBackReason: Generated<string>;
  /** When it was last handed in for review. */
  submittedAt: Generated<string | null>;
}

/** A change of a published product that waits for review. */
export interface ProductRevisionRow {
  productId: string;
  /** title, description, categoryId, tags, image ids, video id. */
  payload: Json;
  submittedAt: string;
}

export interface SignUpDraftRow {
  _id: string;
  payload: Json;
  updatedAt: string;
}

export interface PasswordLinkRow {
  hash: string;
  userId: string;
  expiresAt: string;
}

export interface LedgerRow {
  _id: string;
  merchantId: string;
  partId: string | null;
  orderId: string | null;
  kind: "sale" | "refund" | "fee" | "payout";
  /** What the merchant is owed more (above 0) or less (below). */
  amountCents: number;
  note: string;
  /** What the entry is for; a second one of the same is refused by the database. */
  uniqueKey: string;
  createdAt: string;
}

export interface ProductSalesRow {
  merchantId: string;
  productId: string;
  units: number;
  amountCents: number;
}

export interface CustomerSalesRow {
  merchantId: string;
  buyerId: string;
  orders: number;
  amountCents: number;
  firstAt: string;
}

export interface DaySalesRow {
  merchantId: string;
  /** YYYY-MM-DD in the marketplace's time zone. */
  day: string;
  orders: number;
  units: number;
  amountCents: number;
}

export interface DayProductSalesRow {
  merchantId: string;
  day: string;
  productId: string;
  units: number;
  amountCents: number;
}

/** Who did what when; only ever added to. */
export interface AuditRow {
  _id: string;
  actorId: string;
  actorName: string;
  action: string;
  subject: string;
  details: Json;
  createdAt: string;
}

export interface ProductImageRow {
  productId: string;
  fileId: string;
  position: number;
}

export interface FileRow {
  _id: string;
  ownerId: string | null;
  kind: "image" | "video";
  mime: string;
  bytes: number;
  width: number;
  height: number;
  /** Widths in pixels that an image is kept in. */
  widths: Json;
  /** 1 once something shows it; the rest is swept. */
  attached: Flag;
  createdAt: string;
}

export interface CartLineRow {
  userId: string;
  productId: string;
  quantity: number;
  addedAt: string;
}

export interface WishlistLineRow {
  userId: string;
  productId: string;
  addedAt: string;
}

export interface OrderRow {
  _id: string;
  /** The short number that people see. */
  itemId: number;
  /** Null once the buyer deleted the account. */
  buyerId: string | null;
  /** pending: stock held, not paid. released: the hold ended unpaid. refused: paid, but could not be kept; money goes back. */
  status: "pending" | "paid" | "released" | "refused";
  amountCents: number;
  currency: string;
  /** firstName, lastName, email, telephone at the time of the order. */
  buyer: Json;
  /** The buyer's name and e-mail, folded, for a merchant's search; empty once the account is deleted. */
  buyerText: string;
  billing: Json;
  shipping: Json;
  notes: string;
  paymentMethod: string;
  provider: string;
  /** The payment that counts: the one to make while the order waits, the one that paid it afterwards. */
  intentId: string | null;
  heldUntil: string;
  paidAt: string | null;
  isCompleted: Flag;
  /** When the payer's bank was asked to take the payment back, and with which reason. */
  disputedAt: string | null;
  disputeReason: string;
  createdAt: string;
}

/** One way in which an order could be paid: an intent for the payment page, or a page of the provider's. */
export interface PaymentAttemptRow {
  _id: string;
  orderId: string;
  kind: "element" | "hosted";
  /** Null for a hosted page on which no card was tried yet. */
  intentId: string | null;
  sessionId: string | null;
  url: string;
  /** When the hosted page closes; null for an intent. */
  expiresAt: string | null;
  /** What the last card was refused with. */
  lastError: string;
  createdAt: string;
  /** When the reconciling job last looked at it. */
  checkedAt: string;
  /** Set once nobody can pay with it any more and what was paid is an order or on its way back. */
  settledAt: string | null;
}

/** A message of Stripe's that was taken in; each is worked on once. */
export interface StripeEventRow {
  _id: string;
  type: string;
  receivedAt: string;
}

export interface OrderPartRow {
  _id: string;
  orderId: string;
  merchantId: string;
  statusText: "Processing" | "Shipped" | "Delivered" | "Cancelled" | "Refunded";
  amountCents: number;
  /** Null until the order is paid: merchants see only paid parts. */
  paidAt: string | null;
  shippedAt: string | null;
  deliveredAt: string | null;
  carrier: Generated<string>;
  trackingNumber: Generated<string>;
  cancelReason: Generated<string>;
  cancelledAt: Generated<string | null>;
  /** How much of the amount went back to the buyer. */
  refundedCents: Generated<number>;
  createdAt: string;
}

export interface OrderLineRow {
  _id: string;
  orderId: string;
  partId: string;
  productId: string;
  title: string;
  sku: string;
  imageId: string | null;
  priceCents: number;
  quantity: number;
  /** How many of the pieces were given back to the buyer's card. */
  refundedQuantity: Generated<number>;
  position: number;
}

export interface RefundRow {
  _id: string;
  orderId: string;
  intentId: string;
  amountCents: number;
  reason: string;
  /** The part that it gives back or gives something back of; null where it is of several. */
  partId: Generated<string | null>;
  /** "provider" when it was made in the provider's own dashboard. */
  origin: Generated<"shop" | "provider">;
  /** The provider's id, once it has taken the refund. */
  providerId: string | null;
  createdAt: string;
  doneAt: string | null;
}

/** The pieces that a refund was for. */
export interface RefundLineRow {
  refundId: string;
  lineId: string;
  quantity: number;
  amountCents: number;
}

/** A merchant's account with the provider that pays out. */
export interface PayoutAccountRow {
  merchantId: string;
  accountId: string;
  /** 1 when money can be sent to it. */
  ready: Flag;
  /** 1 when the merchant has answered everything that was asked. */
  submitted: Flag;
  /** What the provider still wants, in its words; empty when nothing. */
  problem: string;
  createdAt: string;
  updatedAt: string;
}

/** What a merchant is sent for a part that has arrived. Waits until the account is ready. */
export interface PayoutRow {
  _id: string;
  partId: string;
  orderId: string;
  merchantId: string;
  /** Sale less refunds when it was started: fee and amount together. 0 before. */
  netCents: number;
  feeCents: number;
  amountCents: number;
  /** What of the net went back to the buyer since. */
  givenBackCents: number;
  accountId: string | null;
  /** The provider's id, once it has taken the transfer. */
  providerId: string | null;
  createdAt: string;
  startedAt: string | null;
  doneAt: string | null;
}

/** What is taken back of a payout because of a later refund. */
export interface PayoutReversalRow {
  _id: string;
  payoutId: string;
  refundId: string;
  amountCents: number;
  providerId: string | null;
  createdAt: string;
  doneAt: string | null;
}

export interface TestIntentRow {
  _id: string;
  clientSecret: string;
  orderId: string;
  buyerId: string;
  amountCents: number;
  refundedCents: number;
  currency: string;
  status: "requires_payment_method" | "requires_action" | "succeeded" | "canceled";
  /** What the last attempt was refused with; empty when nothing was. */
  lastError: string;
  idempotencyKey: string;
  createdAt: string;
}

export interface TestRefundRow {
  _id: string;
  intentId: string;
  amountCents: number;
  idempotencyKey: string;
  createdAt: string;
}

export interface CounterRow {
  name: string;
  value: number;
}

export interface JobRow {
  _id: string;
  kind: string;
  payload: Json;
  /** At most one unfinished job has a given key; null does not count. */
  uniqueKey: string | null;
  runAt: string;
  attempts: number;
  leasedUntil: string | null;
  /** Seconds between runs of a recurring job; null for one that runs once. */
  everySeconds: number | null;
  finishedAt: string | null;
  /** Set when every attempt failed: a dead letter. */
  diedAt: string | null;
  lastError: string;
  createdAt: string;
}

export interface IdempotencyRow {
  scope: string;
  key: string;
  /** SHA-256 of method, path and payload. */
  fingerprint: string;
  /** 0 while the first request is still running. */
  status: number;
  body: string;
  createdAt: string;
}

export interface LimitRow {
  key: string;
  points: number;
  expire: number | null;
}

export interface SubscriberRow {
  email: string;
  createdAt: string;
  confirmedAt: string | null;
  unsubscribedAt: string | null;
}

export interface SupportMessageRow {
  _id: string;
  fullname: string;
  email: string;
  subject: string;
  telephone: string;
  description: string;
  createdAt: string;
  answeredAt: string | null;
  answer: Generated<string>;
  answeredBy: Generated<string | null>;
}

/** A spreadsheet of products between its check and its taking over. */
export interface ProductImportRow {
  _id: string;
  merchantId: string;
  fileName: string;
  /** The file as it came; empty once it was taken over. */
  csv: string;
  createdAt: string;
  appliedAt: string | null;
  /** How many products, once it was taken over. */
  created: number;
  changed: number;
  unchanged: number;
}

export interface Tables {
  users: UserRow;
  stores: StoreRow;
  storeCategories: StoreCategoryRow;
  tokens: TokenRow;
  codes: CodeRow;
  categories: CategoryRow;
  products: ProductRow;
  productImages: ProductImageRow;
  files: FileRow;
  cartLines: CartLineRow;
  wishlistLines: WishlistLineRow;
  orders: OrderRow;
  orderParts: OrderPartRow;
  orderLines: OrderLineRow;
  refunds: RefundRow;
  refundLines: RefundLineRow;
  paymentAttempts: PaymentAttemptRow;
  stripeEvents: StripeEventRow;
  payoutAccounts: PayoutAccountRow;
  payouts: PayoutRow;
  payoutReversals: PayoutReversalRow;
  testIntents: TestIntentRow;
  testRefunds: TestRefundRow;
  counters: CounterRow;
  jobs: JobRow;
  idempotencyKeys: IdempotencyRow;
  limits: LimitRow;
  subscribers: SubscriberRow;
  supportMessages: SupportMessageRow;
  signUpDrafts: SignUpDraftRow;
  passwordLinks: PasswordLinkRow;
  productRevisions: ProductRevisionRow;
  productImports: ProductImportRow;
  ledger: LedgerRow;
  productSales: ProductSalesRow;
  customerSales: CustomerSalesRow;
  daySales: DaySalesRow;
  dayProductSales: DayProductSalesRow;
  auditLog: AuditRow;
}

/** A row as it is put in: what the database fills by itself may be left out. */
export type NewRow<Table extends keyof Tables> = Insertable<Tables[Table]>;
