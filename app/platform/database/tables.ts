import type { Insertable } from "kysely";
import type {
  AccountLinkRow,
  AuthenticatorRow,
  CartLineRow,
  CodeRow,
  DemoAccountRow,
  EmailChangeRow,
  KeptFormRow,
  KnownBrowserRow,
  PasswordLinkRow,
  FactorChallengeRow,
  PasskeyRow,
  PersonalTokenRow,
  RecoveryCodeRow,
  SignUpClaimRow,
  SignUpDraftRow,
  StoreCategoryRow,
  StoreRow,
  TokenRow,
  UserRow,
  WishlistLineRow,
} from "./tables/accounts";
import type {
  CustomerSalesRow,
  BookingZoneRow,
  DayProductSalesRow,
  DaySalesRow,
  LedgerRow,
  LedgerTotalRow,
  PayoutAccountRow,
  PayoutReversalRow,
  PayoutRow,
  ProductSalesRow,
} from "./tables/books";
import type {
  CategoryDemandsRow,
  MergedCategoryRow,
  CategoryRow,
  FileRow,
  ProductFoodRow,
  ProductImageRow,
  ProductImportRow,
  StockChangeRow,
  ProductRevisionRow,
  ProductRow,
  SearchSynonymRow,
  SearchWordRow,
  PastPriceRow,
  VariantRow,
} from "./tables/catalogue";
import type { AddressRow } from "./tables/addresses";
import type {
  DeliveryMethodRow,
  MarketDayRow,
  MarketDayStallRow,
  PartDeliveryRow,
  SlotOrderRow,
  WayAreaRow,
} from "./tables/delivery";
import type {
  MessageReportRow,
  ConversationRow,
  MessageBlockRow,
  MessagePictureRow,
  MessageRow,
  ProductQuestionRow,
  SavedAnswerRow,
} from "./tables/messages";
import type { NoticeChoiceRow, WatchRow } from "./tables/notices";
import type { PushKeyRow, PushSubscriptionRow } from "./tables/push";
import type { CounterRow, InvoiceCounterRow, OrderLineRow, OrderPartRow, OrderRow } from "./tables/orders";
import type {
  CollectionPaymentRow,
  CollectionTermsRow,
  DisputeRow,
  PaymentAttemptRow,
  RefundLineRow,
  RefundRow,
  StripeEventRow,
  TestIntentRow,
  TestRefundRow,
} from "./tables/payments";
import type { ClosedTimeOrderRow, ClosedTimeRow } from "./tables/closed-times";
import type { ModerationCaseRow, ModerationDecisionRow, ModerationReportRow } from "./tables/moderation";
import type { ReviewPictureRow, ReviewReportRow, ReviewRequestRow, ReviewRow, ReviewVoteRow } from "./tables/reviews";
import type { RecallLetterRow, RecallOrderRow, RecallRow } from "./tables/recalls";
import type {
  AuditRow,
  IdempotencyRow,
  JobRow,
  LimitRow,
  ProcessRow,
  UploadLockRow,
  SubscriberRow,
  SupportMessageRow,
  SupportReplyRow,
} from "./tables/running";
import type { WebhookDeliveryRow, WebhookEndpointRow } from "./tables/webhooks";

export type * from "./tables/accounts";
export type * from "./tables/books";
export type * from "./tables/catalogue";
export type * from "./tables/delivery";
export type * from "./tables/messages";
export type * from "./tables/moderation";
export type * from "./tables/orders";
export type * from "./tables/payments";
export type * from "./tables/push";
export type * from "./tables/closed-times";
export type * from "./tables/recalls";
export type * from "./tables/reviews";
export type * from "./tables/running";
export type * from "./tables/webhooks";

/*
 * The stored data. Ids are 24 hex characters, times ISO 8601 UTC text, money integer cents, booleans 0 or 1, lists and
 * records JSON text, because SQLite and Postgres store these alike.
 */
export interface Tables {
  users: UserRow;
  demoAccounts: DemoAccountRow;
  stores: StoreRow;
  storeCategories: StoreCategoryRow;
  tokens: TokenRow;
  personalTokens: PersonalTokenRow;
  codes: CodeRow;
  accountLinks: AccountLinkRow;
  signUpClaims: SignUpClaimRow;
  knownBrowsers: KnownBrowserRow;
  emailChanges: EmailChangeRow;
  keptForms: KeptFormRow;
  authenticators: AuthenticatorRow;
  recoveryCodes: RecoveryCodeRow;
  passkeys: PasskeyRow;
  factorChallenges: FactorChallengeRow;
  categories: CategoryRow;
  categoryDemands: CategoryDemandsRow;
  mergedCategories: MergedCategoryRow;
  productFood: ProductFoodRow;
  products: ProductRow;
  variants: VariantRow;
  pastPrices: PastPriceRow;
  productImages: ProductImageRow;
  searchWords: SearchWordRow;
  searchSynonyms: SearchSynonymRow;
  files: FileRow;
  cartLines: CartLineRow;
  wishlistLines: WishlistLineRow;
  orders: OrderRow;
  orderParts: OrderPartRow;
  invoiceCounters: InvoiceCounterRow;
  orderLines: OrderLineRow;
  deliveryMethods: DeliveryMethodRow;
  marketDays: MarketDayRow;
  marketDayStalls: MarketDayStallRow;
  wayAreas: WayAreaRow;
  collectionPayments: CollectionPaymentRow;
  collectionTerms: CollectionTermsRow;
  slotOrders: SlotOrderRow;
  partDeliveries: PartDeliveryRow;
  refunds: RefundRow;
  refundLines: RefundLineRow;
  disputes: DisputeRow;
  closedTimes: ClosedTimeRow;
  closedTimeOrders: ClosedTimeOrderRow;
  recallLetters: RecallLetterRow;
  recalls: RecallRow;
  recallOrders: RecallOrderRow;
  reviews: ReviewRow;
  reviewPictures: ReviewPictureRow;
  reviewReports: ReviewReportRow;
  reviewVotes: ReviewVoteRow;
  reviewRequests: ReviewRequestRow;
  watches: WatchRow;
  noticeChoices: NoticeChoiceRow;
  pushKeys: PushKeyRow;
  pushSubscriptions: PushSubscriptionRow;
  conversations: ConversationRow;
  messages: MessageRow;
  messagePictures: MessagePictureRow;
  messageBlocks: MessageBlockRow;
  messageReports: MessageReportRow;
  addresses: AddressRow;
  savedAnswers: SavedAnswerRow;
  productQuestions: ProductQuestionRow;
  moderationCases: ModerationCaseRow;
  moderationReports: ModerationReportRow;
  moderationDecisions: ModerationDecisionRow;
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
  uploadLocks: UploadLockRow;
  processes: ProcessRow;
  subscribers: SubscriberRow;
  supportMessages: SupportMessageRow;
  supportReplies: SupportReplyRow;
  signUpDrafts: SignUpDraftRow;
  passwordLinks: PasswordLinkRow;
  productRevisions: ProductRevisionRow;
  productImports: ProductImportRow;
  stockChanges: StockChangeRow;
  ledger: LedgerRow;
  ledgerTotals: LedgerTotalRow;
  productSales: ProductSalesRow;
  customerSales: CustomerSalesRow;
  daySales: DaySalesRow;
  dayProductSales: DayProductSalesRow;
  bookingZones: BookingZoneRow;
  auditLog: AuditRow;
  webhookEndpoints: WebhookEndpointRow;
  webhookDeliveries: WebhookDeliveryRow;
}

/** A row to insert. Columns that the database fills by itself may be left out. */
export type NewRow<Table extends keyof Tables> = Insertable<Tables[Table]>;
