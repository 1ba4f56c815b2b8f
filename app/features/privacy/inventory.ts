import { PRODUCT_COLUMNS, SIZE_COLUMNS } from "~/features/products/columns";
import type { Tables } from "~/platform/database/tables";

/*
 * All columns with personal data: what happens to each when its person leaves, and where the export contains it. A
 * column that is missing here is a type error. A column that only the database has is an error of the test, which also
 * leaves with a person who has left traces in every column. docs/personal-data.md is generated from this list.
 */

/** An id of ours, or a time or sum that says something about a person only together with their account. */
type Reference = "reference";
/** Says nothing about anybody. */
type Nothing = "nothing";
export interface Personal {
  /** at once: with the account. later: within the time in `how`. kept: for the reason in `how`. */
  erased: "at once" | "later" | "kept";
  how?: string;
  /** The place in the export; null if the export lacks it, for the reason in `why`. */
  exported: string | null;
  why?: string;
}
export type Held = Nothing | Reference | Personal;

const columnsOf =
  <H extends Held>(holding: H) =>
  <C extends string>(...columns: C[]) =>
    Object.fromEntries(columns.map((column) => [column, holding])) as Record<C, H>;
const noPersonalData = columnsOf("nothing");
const reference = columnsOf("reference");
/** No personal data in any of these columns, because products say nothing about a person. */
const noneOf = <C extends string>(columns: Record<C, unknown>) =>
  Object.fromEntries(Object.keys(columns).map((column) => [column, "nothing"])) as Record<C, "nothing">;

const SECRET = "a secret of the service's, and of no meaning to anybody";
const atOnce = (exported: string): Personal => ({ erased: "at once", exported });
const secretAtOnce: Personal = { erased: "at once", exported: null, why: SECRET };
/** Data of merchants and operators, whose accounts are closed by hand. */
const ofTrade = (exported: string | null): Personal => ({
  erased: "kept",
  how: "a merchant's or operator's: tax law asks for the books, and an operator closes the stall by hand",
  exported,
  ...(exported === null && { why: "shown in the merchant's own area and its spreadsheets" }),
});
const ofOrder = (exported: string | null): Personal => ({
  erased: "at once",
  how: "the address of what is on its way: once it has arrived for good",
  exported,
  ...(exported === null && { why: "the same as in the order" }),
});

const ofConversation = (exported: string | null): Personal => ({
  erased: "kept",
  how: "without the name: the words are the stall's as well, which answers for what was agreed",
  exported,
});

export const PERSONAL_DATA: { [Table in keyof Tables]: Record<keyof Tables[Table], Held> } = {
  users: {
    ...reference("_id", "privilege", "imageId", "verifiedAt", "deletedAt", "createdAt", "updatedAt"),
    email: atOnce("user.email"),
    passwordHash: secretAtOnce,
    firstName: atOnce("user.firstName"),
    lastName: atOnce("user.lastName"),
    telephone: atOnce("user.telephone"),
    extras: atOnce("user.extras"),
  },
  demoAccounts: reference("userId"),
  stores: {
    ...reference("userId", "status", "bannerId", "holidayFrom", "holidayUntil"),
    ...noPersonalData("lowStockAt", "stockMail", "stockMailedOn", "reviewCount", "reviewStars", "updatedAt"),
    ...columnsOf(ofTrade("user.store"))("username", "storeName", "businessAddress", "story"),
    ...columnsOf(ofTrade(null))("trader", "searchName", "place", "opening"),
  },
  storeCategories: reference("userId", "categoryId"),
  tokens: {
    ...reference("userId", "idleSeconds", "provenAt", "provenOnce"),
    hash: secretAtOnce,
    ...columnsOf(atOnce("sessions"))("device", "createdAt", "lastUsedAt", "expiresAt"),
  },
  personalTokens: {
    ...reference("_id", "userId", "revokedAt"),
    hash: secretAtOnce,
    ...columnsOf(atOnce("personalTokens"))("name", "scopes", "createdAt", "lastUsedAt", "expiresAt"),
  },
  codes: {
    ...noPersonalData("purpose", "sentAt", "expiresAt", "triesLeft"),
    ...columnsOf(secretAtOnce)("email", "requester", "hash", "pending"),
  },
  accountLinks: { ...reference("userId"), ...noPersonalData("purpose", "expiresAt"), hash: secretAtOnce },
  passwordLinks: { ...reference("userId"), ...noPersonalData("expiresAt"), hash: secretAtOnce },
  signUpClaims: { ...reference("userId"), requester: secretAtOnce },
  authenticators: {
    ...reference("userId", "lastStep", "confirmedAt", "createdAt"),
    ...columnsOf(secretAtOnce)("secret", "lastUse"),
  },
  emailChanges: {
    ...reference("_id", "userId", "expiresAt"),
    ...columnsOf(atOnce("emailChanges"))("oldEmail", "newEmail", "doneAt"),
    ...columnsOf(secretAtOnce)("confirmHash", "undoHash"),
    ...columnsOf<Personal>({
      erased: "at once",
      exported: null,
      why: "second factor and webhooks as they were, for 7 days, to be restored by an undo",
    })("factorBefore", "webhooksBefore"),
  },
  passkeys: {
    ...reference("_id", "userId"),
    ...columnsOf(atOnce("secondFactor.passkeys"))("name", "createdAt", "lastUsedAt"),
    ...columnsOf<Personal>({
      erased: "at once",
      exported: null,
      why: "what a device calls a key, of no meaning elsewhere",
    })("credentialId", "publicKey", "counter", "transports"),
  },
  factorChallenges: { ...reference("userId", "expiresAt"), ...columnsOf(secretAtOnce)("hash", "scope", "answer") },
  recoveryCodes: { ...reference("userId", "usedBy", "createdAt"), hash: secretAtOnce },
  knownBrowsers: { ...reference("userId", "firstSeenAt", "lastSeenAt"), browser: secretAtOnce },
  keptForms: {
    ...reference("userId", "expiresAt"),
    ...columnsOf(secretAtOnce)("hash", "browser", "openedBy"),
    ...columnsOf<Personal>({
      erased: "at once",
      exported: null,
      why: "kept for half an hour, to be filled in again; swept two days later",
    })("page", "entries"),
  },
  signUpDrafts: {
    ...noPersonalData("_id", "updatedAt"),
    payload: {
      erased: "later",
      how: "three days after it was last changed",
      exported: null,
      why: "known by the browser alone that types it",
    },
  },
  cartLines: {
    ...reference("userId"),
    ...columnsOf(atOnce("carts"))("productId", "variantId", "quantity", "seenCents", "addedAt"),
  },
  wishlistLines: { ...reference("userId"), ...columnsOf(atOnce("wishlist"))("productId", "addedAt") },
  orders: {
    ...reference(
      "_id",
      "itemId",
      "buyerId",
      "status",
      "amountCents",
      "currency",
      "paymentMethod",
      "provider",
      "intentId",
      "heldUntil",
      "paidAt",
      "isCompleted",
      "isAnonymous",
      "disputedAt",
      "disputeEndedAt",
      "disputeReason",
      "createdAt",
    ),
    buyer: ofOrder("user"),
    buyerText: ofOrder(null),
    billing: ofOrder("orders.billing"),
    shipping: ofOrder("orders.shipping"),
    notes: ofOrder("orders.notes"),
  },
  orderParts: {
    ...reference(
      "_id",
      "orderId",
      "merchantId",
      "statusText",
      "amountCents",
      "paidAt",
      "shippedAt",
      "deliveredAt",
      "cancelledAt",
      "refundedCents",
      "deliveryFeeCents",
      "deliveryFeeRefundId",
      "payment",
      "paymentAt",
      "isUnpaid",
      "createdAt",
      "updatedAt",
    ),
    ...noPersonalData("carrier", "trackingNumber", "cancelReason", "deliveredBy", "externalId", "invoiceNumber"),
    trader: ofTrade(null),
  },
  orderLines: reference(
    "_id",
    "orderId",
    "partId",
    "productId",
    "variantId",
    "sizeName",
    "contentMilli",
    "contentUnit",
    "title",
    "sku",
    "imageId",
    "priceCents",
    "vatCents",
    "quantity",
    "refundedQuantity",
    "refundedCents",
    "position",
    "food",
    "unitPriceCents",
    "weightUnit",
    "weights",
    "dueCents",
  ),
  supportMessages: {
    ...noPersonalData("_id", "answeredAt", "waitingSince", "updatedAt"),
    ...reference("answeredBy", "assignedTo"),
    ...columnsOf(atOnce("messages"))(
      "fullname",
      "email",
      "subject",
      "telephone",
      "description",
      "orderNumber",
      "createdAt",
    ),
  },
  supportReplies: {
    ...noPersonalData("_id", "side"),
    ...reference("messageId", "operatorId"),
    ...columnsOf(atOnce("messages.replies"))("text", "createdAt"),
  },
  reviews: {
    ...noPersonalData(
      "_id",
      "productId",
      "usefulCount",
      "isAnswered",
      "hiddenAt",
      "hiddenReason",
      "openReports",
      "updatedAt",
    ),
    ...reference("merchantId", "buyerId", "lineId"),
    name: atOnce("reviews.written"),
    ...columnsOf(ofTrade("reviewAnswers"))("answer", "answeredAt"),
    ...columnsOf<Personal>({
      erased: "kept",
      how: "without the name: others have read the words, and the stars are in the sums",
      exported: "reviews.written",
    })("stars", "text", "createdAt", "changedAt"),
  },
  reviewPictures: reference("reviewId", "fileId", "position"),
  reviewReports: noPersonalData("_id", "reviewId", "reason", "createdAt", "settledAt"),
  reviewVotes: { ...reference("reviewId", "userId"), createdAt: atOnce("reviews.useful") },
  reviewRequests: reference("partId", "sentAt"),
  watches: {
    ...noPersonalData("kind", "newsFrom", "mailedAt"),
    ...reference("_id", "userId"),
    ...columnsOf(atOnce("notices.watches"))("targetId", "createdAt"),
    email: atOnce("notices.watchesOfAddress"),
  },
  noticeChoices: {
    ...noPersonalData("kind", "mail", "push"),
    ...reference("userId"),
    changedAt: atOnce("notices.choices"),
  },
  pushKeys: noPersonalData("_id", "publicKey", "sealedPrivateKey", "createdAt"),
  pushSubscriptions: {
    ...reference("_id", "userId", "sessionHash", "failingSince"),
    ...columnsOf(atOnce("notices.browsers"))("endpoint", "device", "createdAt"),
    ...columnsOf(secretAtOnce)("p256dh", "auth"),
  },
  conversations: {
    ...noPersonalData(
      "_id",
      "subjectKind",
      "subjectId",
      "title",
      "searchTitle",
      "messageCount",
      "lastAt",
      "buyerUnread",
      "merchantUnread",
      "buyerReadTo",
      "merchantReadTo",
      "buyerMailedAt",
      "merchantMailedAt",
      "openReports",
      "closedAt",
      "closedReason",
      "createdAt",
    ),
    ...reference("buyerId", "merchantId", "orderId"),
  },
  messages: {
    ...noPersonalData("_id", "position", "side"),
    ...reference("conversationId"),
    ...columnsOf(ofConversation("conversations.withStalls"))("text", "createdAt"),
    searchText: { ...ofConversation(null), why: "the same as the text" },
  },
  messagePictures: reference("messageId", "fileId", "position"),
  messageBlocks: {
    ...reference("buyerId", "merchantId", "side"),
    createdAt: atOnce("conversations.blockedStalls"),
  },
  messageReports: {
    ...noPersonalData("_id", "side", "upTo", "settledAt"),
    ...reference("conversationId"),
    ...columnsOf(ofConversation("conversations.withStalls"))("reason", "createdAt"),
  },
  productQuestions: {
    ...reference("answerId", "questionId", "conversationId", "productId", "shownAt"),
    ...noPersonalData("hiddenAt", "hiddenReason"),
  },
  moderationCases: noPersonalData(
    "_id",
    "kind",
    "targetId",
    "title",
    "state",
    "since",
    "openReports",
    "isTakenDown",
    "revision",
    "createdAt",
    "updatedAt",
  ),
  moderationReports: noPersonalData("_id", "caseId", "reason", "createdAt", "settledAt"),
  moderationDecisions: {
    ...noPersonalData("_id", "outcome", "settledAt"),
    ...reference("caseId", "personId"),
    ...columnsOf<Personal>({
      erased: "kept",
      how: "without the person: the market answers for what it decided",
      exported: "decisions",
    })("reason", "decidedAt", "answer"),
    ...columnsOf(atOnce("decisions"))("objection", "objectedAt"),
  },
  addresses: { ...reference("_id", "userId", "isUsual", "createdAt"), address: atOnce("addresses") },
  savedAnswers: { ...reference("_id", "merchantId", "createdAt"), ...columnsOf(ofTrade(null))("name", "text") },
  subscribers: columnsOf(atOnce("newsletter"))("email", "createdAt", "confirmedAt", "unsubscribedAt"),
  files: {
    ...noPersonalData("_id", "kind", "mime", "bytes", "width", "height", "widths", "attached", "createdAt"),
    ownerId: {
      erased: "later",
      how: "a portrait and pictures of reviews and messages, with their bytes: within three days",
      exported: "user.image",
    },
  },
  jobs: {
    ...noPersonalData(
      "_id",
      "kind",
      "uniqueKey",
      "runAt",
      "attempts",
      "takeovers",
      "leasedUntil",
      "leasedBy",
      "everySeconds",
      "finishedAt",
      "diedAt",
      "lastError",
      "createdAt",
    ),
    payload: {
      erased: "at once",
      how: "letters and codes to the person that wait; what is done has none, and an order's letter to its merchant is gone once it is sent",
      exported: null,
      why: "what waits to be done is done within minutes",
    },
  },
  idempotencyKeys: {
    ...noPersonalData("key", "fingerprint", "status", "process", "createdAt"),
    scope: { erased: "at once", exported: null, why: "the account's number, of no meaning to anybody" },
    body: { erased: "at once", exported: null, why: "an answer that the person was given, kept for three days" },
    result: { erased: "at once", exported: null, why: "what that answer is made of, kept for three days" },
  },
  uploadLocks: noPersonalData("name", "holder", "process", "until", "wanted"),
  processes: noPersonalData("_id", "startedAt"),
  limits: {
    ...noPersonalData("points", "expire"),
    key: {
      erased: "later",
      how: "three days after it was last counted",
      exported: null,
      why: "a count of tries, under an address of a person or of a network",
    },
  },
  auditLog: {
    ...reference("_id", "action", "createdAt", "details"),
    subject: { erased: "at once", exported: null, why: "what an operator did, in the operators' own log" },
    ...columnsOf(ofTrade(null))("actorId", "actorName"),
  },
  customerSales: reference("merchantId", "buyerId", "orders", "amountCents", "firstAt"),
  refunds: reference(
    "_id",
    "orderId",
    "intentId",
    "amountCents",
    "reason",
    "cause",
    "partId",
    "origin",
    "providerId",
    "createdAt",
    "doneAt",
    "refusals",
    "sendingUntil",
    "providerStatus",
    "failedAt",
    "failureReason",
    "otherWay",
    "otherWayDay",
    "lookAt",
  ),
  refundLines: reference("refundId", "lineId", "quantity", "amountCents"),
  disputes: reference(
    "_id",
    "orderId",
    "intentId",
    "amountCents",
    "reason",
    "status",
    "createdAt",
    "endedAt",
    "lookAt",
  ),
  paymentAttempts: reference(
    "_id",
    "orderId",
    "kind",
    "intentId",
    "sessionId",
    "url",
    "expiresAt",
    "lastError",
    "createdAt",
    "checkedAt",
    "settledAt",
  ),
  testIntents: reference(
    "_id",
    "clientSecret",
    "orderId",
    "buyerId",
    "amountCents",
    "refundedCents",
    "currency",
    "status",
    "lastError",
    "idempotencyKey",
    "createdAt",
    "refundsAre",
  ),
  testRefunds: reference("_id", "intentId", "amountCents", "idempotencyKey", "createdAt", "status"),
  payoutAccounts: {
    ...reference("merchantId", "ready", "submitted", "createdAt", "updatedAt", "disconnected", "stoppedAt"),
    ...columnsOf(ofTrade(null))("accountId", "problem", "failedBankPayoutId"),
  },
  payouts: {
    ...reference(
      "_id",
      "partId",
      "orderId",
      "merchantId",
      "netCents",
      "feeCents",
      "amountCents",
      "givenBackCents",
      "nettedCents",
      "nettedBackCents",
      "deliveryFeeCents",
      "deliveryFeeBackCents",
      "providerId",
      "createdAt",
      "updatedAt",
      "dueAt",
      "startedAt",
      "doneAt",
      "refusals",
      "manualReversalCents",
    ),
    accountId: ofTrade(null),
  },
  payoutReversals: reference(
    "_id",
    "payoutId",
    "refundId",
    "amountCents",
    "providerId",
    "createdAt",
    "doneAt",
    "refusals",
    "origin",
  ),
  ledger: reference(
    "_id",
    "merchantId",
    "partId",
    "orderId",
    "kind",
    "amountCents",
    "vatCents",
    "note",
    "uniqueKey",
    "createdAt",
  ),
  ledgerTotals: reference("merchantId", "kind", "amountCents"),
  productSales: reference("merchantId", "productId", "variantId", "sizeName", "units", "amountCents"),
  daySales: reference(
    "merchantId",
    "day",
    "orders",
    "units",
    "amountCents",
    "refundedOrders",
    "refundedUnits",
    "refundedCents",
    "deliveryFeeCents",
    "deliveryFeeRefundedCents",
  ),
  dayProductSales: reference(
    "merchantId",
    "day",
    "productId",
    "variantId",
    "sizeName",
    "units",
    "amountCents",
    "refundedUnits",
    "refundedCents",
  ),
  productImports: {
    ...reference("_id", "merchantId", "createdAt", "startedAt", "appliedAt", "takesBack", "takenBackAt"),
    ...noPersonalData(
      "encoding",
      "fallbackCategory",
      "rows",
      "wrong",
      "doneRows",
      "problem",
      "problemCode",
      "created",
      "changed",
      "unchanged",
      "deleted",
      "questions",
      "answers",
      "preview",
    ),
    ...columnsOf<Personal>({
      erased: "later",
      how: "three days after it came",
      exported: null,
      why: "the merchant's own file, which they have",
    })("fileName", "csv", "before"),
  },
  stockChanges: {
    ...reference("_id", "productId", "variantId", "orderId", "byUserId"),
    ...noPersonalData("at", "kind", "pieces", "quantity"),
  },
  productFood: noPersonalData("productId", "food"),
  pastPrices: noPersonalData("variantId", "priceCents", "endedAt"),
  searchSynonyms: noPersonalData("position", "words"),
  productRevisions: noPersonalData("productId", "payload", "submittedAt", "foodSaid"),
  searchWords: noPersonalData("spelling", "word"),
  productImages: noPersonalData("productId", "fileId", "position"),
  products: { ...noneOf(PRODUCT_COLUMNS), ...reference("merchantId") },
  variants: { ...noneOf(SIZE_COLUMNS), ...reference("merchantId") },
  categoryDemands: noPersonalData("categoryId", "kind", "demands"),
  mergedCategories: noPersonalData("_id", "folded", "categoryId"),
  categories: noPersonalData("_id", "title", "folded", "imageId", "tint", "position", "createdAt"),
  deliveryMethods: {
    ...reference("_id", "merchantId", "createdAt", "updatedAt"),
    ...noPersonalData("kind", "isActive", "area", "times", "daysOff", "isPaidThere"),
    ...noPersonalData("feeCents", "freeFromCents", "leastOrderCents", "products"),
    ...columnsOf(ofTrade(null))("name", "address", "directions"),
  },
  collectionTerms: noPersonalData("_id", "isAllowed", "mostOrders", "mostCents", "mostMissed", "updatedAt"),
  collectionPayments: {
    ...reference("partId", "orderId", "merchantId", "buyerId", "placedCents", "createdAt", "paidAt", "paidCents"),
    ...reference("tenderedCents", "missedAt", "excusedAt"),
    ...noPersonalData("feeCents", "paidTo"),
  },
  marketDays: {
    ...reference("_id", "createdAt", "updatedAt"),
    ...noPersonalData("isActive", "times", "daysOff", "feeCents"),
    ...columnsOf(ofTrade(null))("name", "address", "directions"),
  },
  marketDayStalls: {
    ...reference("marketDayId", "merchantId", "joinedAt"),
    ...noPersonalData("noticeHours", "isPaidThere"),
  },
  wayAreas: noPersonalData("methodId", "kind", "first", "last"),
  slotOrders: noPersonalData("methodId", "day", "startTime", "orders"),
  partDeliveries: {
    ...reference(
      "partId",
      "orderId",
      "joinedTo",
      "merchantId",
      "methodId",
      "marketDayId",
      "day",
      "startTime",
      "endTime",
      "cutOffAt",
    ),
    ...noPersonalData(
      "kind",
      "timeZone",
      "holdsPlace",
      "code",
      "changes",
      "remindedAt",
      "handedOverAt",
      "handedOverBy",
      "listPosition",
      "notCollectedAt",
    ),
    ...columnsOf(ofTrade(null))("name", "address", "directions"),
  },
  closedTimes: {
    ...reference("_id", "merchantId", "createdAt"),
    ...noPersonalData(
      "methodId",
      "isMarketDay",
      "isByMarket",
      "kind",
      "day",
      "startTime",
      "endTime",
      "endsAt",
      "planOfDay",
      "next",
      "toDay",
      "toStart",
      "toEnd",
      "toCutOffAt",
      "silent",
      "orders",
      "amountCents",
      "settleAt",
      "takenBackAt",
      "isOpen",
    ),
    ...columnsOf(ofTrade(null))("name", "reason"),
  },
  closedTimeOrders: {
    ...reference("closedTimeId", "partId", "orderId", "amountCents", "toldAt", "endedAt", "answer"),
    ...noPersonalData("endTime", "cutOffAt", "state", "problem"),
  },
  recallLetters: {
    ...noPersonalData(
      "_id",
      "productId",
      "since",
      "until",
      "subject",
      "message",
      "createdAt",
      "sentAt",
      "cursor",
      "mails",
      "finishedAt",
    ),
    ...columnsOf(ofTrade(null))("writtenBy"),
  },
  recalls: {
    ...noPersonalData("_id", "productId", "since", "until", "reason", "createdAt", "cursor", "finishedAt"),
    ...columnsOf(ofTrade(null))("begunBy"),
  },
  recallOrders: reference("recallId", "orderId", "refundId", "amountCents", "problem"),
  webhookEndpoints: {
    ...reference("_id", "merchantId", "enabled", "failingSince", "turnedOffAt", "busyUntil", "createdAt"),
    ...noPersonalData("events"),
    ...columnsOf(ofTrade(null))("url", "secrets"),
  },
  webhookDeliveries: {
    ...reference("_id", "endpointId", "eventId", "type", "createdAt"),
    body: {
      erased: "later",
      how: "30 days after it was written: of messages and reviews what their buyer wrote, without a name",
      exported: null,
      why: "a copy of what stands in messages and reviews",
    },
    ...noPersonalData("status", "attempts", "nextAt", "retryUntil", "triedAt", "answerStatus", "problem", "updatedAt"),
    answer: {
      erased: "later",
      how: "30 days after it was sent: the first words of what the merchant's own server has answered",
      exported: null,
      why: "shown in the merchant's own area",
    },
  },
  stripeEvents: noPersonalData("_id", "type", "receivedAt"),
  counters: noPersonalData("name", "value"),
  invoiceCounters: reference("merchantId", "value"),
  bookingZones: noPersonalData("sums", "timeZone", "bookedAt"),
};

/** The list as docs/personal-data.md has it. */
export function personalDataInWords(): string {
  const tables = Object.entries(PERSONAL_DATA as Record<string, Record<string, Held>>).flatMap(([table, columns]) => {
    const byFate = new Map<string, string[]>();
    for (const [column, holding] of Object.entries(columns))
      if (typeof holding === "object")
        byFate.set(sentenceOf(holding), [...(byFate.get(sentenceOf(holding)) ?? []), column]);
    const lines = [...byFate].map(([fate, names]) => `- ${names.map((name) => `\`${name}\``).join(", ")}: ${fate}`);
    return lines.length > 0 ? [`## \`${table}\`\n\n${lines.join("\n")}\n`] : [];
  });
  return [HEAD, ...tables, ON_A_PHONE].join("\n");
}

const HEAD = `# Where personal data lies

Made of \`app/features/privacy/inventory.ts\`, which a test holds against the database: every column stands there. What is not here is either about
nobody, or an id, a sum or a time of ours that says nothing once the account it belongs to is empty. Buyers delete their account in its settings.
Merchants and operators write to the market to have theirs closed. Buyers and merchants download the export in their settings, operators by
\`GET /api/v1/user/export\`. A merchant's export has the stall's products and sales as well, its own
side of its conversations as \`stallConversations\` and its answers to reviews as \`reviewAnswers\`, streamed page by page.
`;

const ON_A_PHONE = `## On a stall's phone

The hand-over page of a stall's day opens offline once it was opened, so a merchant's device keeps these data of buyers:

- the page, in the service worker's cache \`fieldstall-days-1\`: name, code, order number, pieces and note of each order of the day, and the codes alone
  of orders two weeks before and after it. It is thrown away two days after it was last opened;
- ticks, in the browser's database \`fieldstall-hand-over\`: the order's id, its code, the sum that was given and the time, without a name. A tick that the
  server has answered is deleted two days after it was made. An unsent tick is deleted after 30 days.

Logging out on the device deletes all of this, unsent ticks too; the page says how many are unsent. If the session ended elsewhere, the shop's next response deletes the
page. The ticks then wait for the account that made them and are sent for no other. If a phone that is offline is lost, whoever unlocks it can read the page for two days.
`;

function sentenceOf({ erased, how, exported, why }: Personal): string {
  const fate = { "at once": "erased with the account", later: "erased later", kept: "kept" }[erased];
  return `${fate}${how ? ` (${how})` : ""}; ${exported ? `in the export as \`${exported}\`` : `not in the export: ${why}`}`;
}
