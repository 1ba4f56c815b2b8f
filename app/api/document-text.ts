/* Prose of the service's document. The page at /developers shows the same words. */

/** Markdown, which OpenAPI allows, but only paragraphs, headings of one level, lists, bold and code. */
export const DESCRIPTION = `The service behind the marketplace; every screen of it is made of these calls.

## How to ask
- **Token**: make a personal token in your account under Security, and send it as \`Authorization: Bearer …\`. It opens the calls of the scopes that were chosen; \`write\` lets it read as well. Which scope a call takes stands at each. What no personal token opens takes the token of a session, as \`POST /api/v1/user/login\` answers it. Who may make a call stands at each, too: the token's account must have one of its roles. A personal token ends with its days, when it is revoked, and with a new password.
- **Answers**: one object is \`{ "data": {…} }\`, a page \`{ "data": { "docs": […], "page", "hasNextPage", "total" } }\`.
- **Cursors**: products on sale (all, or a category's, newest first), products, orders and payments of one's own, and the operators' log, answer \`next\` as well. Sent back as \`after\`, under the same filters, the list goes on behind the last entry: nothing comes twice and nothing is left out, whatever is added meanwhile. \`limit\` (at most 30) says how many at a time.
- **Look-up**: \`sku\` and \`barcode\` find products on sale and one's own; \`externalId\`, the id of a merchant's own system, finds the merchant's products and orders.
- **updatedSince**: a merchant's products and orders, and ids of products on sale, that were changed at this time or later, the oldest change first; payments, payouts, deliveries of a webhook, conversations, reviews of a product and of a stall's products, and the stock history of a product too; a buyer's orders; for operators orders, products, merchants, users, messages and reports; stock that orders take counts, and deleted products come once more, with \`deletedAt\`. To keep a copy, note when you begin, go through \`next\` to its end, and ask the next time from what you noted, less a minute.
- **Money** is dollars with at most two decimals, in payloads and in answers: \`12.5\` is twelve dollars and fifty cents, never cents. **Times** are answered in ISO 8601 UTC and taken with any offset (in an address, \`+\` is \`%2B\`), **days** such as \`2026-03-31\`, **ids** 24 hex characters.
- **Idempotency-Key**: any call that changes something may carry one (8 to 128 letters, digits, - or _). Sent again within a day with the same payload it answers the same and does nothing twice. Spaces, the order of names and the way in which a character is written make no other payload of JSON. A key belongs to the account, and to the method, the address and the payload that it was first sent with: with any other of these three it is refused.
- **PUT** replaces what the call is for as a whole: what is not sent is emptied, or set to the default that its schema names. The two exceptions are the profile, of which what is not sent stays, and a product's \`lowStockAt\`.
- **ETag**: a product of one's own, one's account (profile and billing address), one's stall, a webhook and a category are answered with their version. Sent back as \`If-Match\` with what is saved or deleted, it keeps one from writing over what somebody else has saved since: that is refused with 412, and \`versions\` has what is there and what was sent. Sales do not change the version. \`quantity\` is a count: sent with \`quantityBefore\`, the stock that was seen, what orders took or gave back since is applied to it; where somebody else has counted since, which the version, \`stockVersion\` or the stock history tells, it is refused with 412 and both figures.

- **Names**: a field or a query parameter that a call does not take is refused with \`unrecognized_keys\` and the nearest name that it takes, so that a slip is not read as nothing. What a PUT answers may be sent back to it as it is: its other fields are dropped.
- **Other origins**: a page of any origin may call, without cookies: public calls as they are, others with a token in \`Authorization\`. What changes something without a token (signing in or up, messages, the newsletter) is taken from programs and from pages of the shop alone.

## How it refuses
Every refusal is \`{ "error": [ { "message", "code", "field" } ], "requestId" }\`. \`message\` is a sentence for people and may change. \`code\` is for programs and stays: \`missing\` is what was not sent, \`invalid_type\` what is of another type. \`field\` names the payload's field at fault, dotted for nested ones. \`requestId\` is in \`X-Request-Id\` of every answer; tell it when you ask for help. What no call can read at all is refused so before any of them: an address that is too long or is none (404, 414), a method that nobody knows (405), a body that hardly comes (408), too many cookies (431).

## Limits
- A body has at most 256 KB, one with files 12 MB; a video and a sheet say their own.
- A list answers at most the page that its call names. \`page\` goes from 1 to 100,000.
- A network address may ask 1,200 times a minute, a personal token 300 times. Each answer says in \`RateLimit-Policy\` which of the two count (\`"read"\`, \`"token"\`: \`q\` requests in \`w\` seconds) and in \`RateLimit\` what is left (\`r\` requests, whole again in \`t\` seconds). Public products without a token may come from the server's memory: that counts for nothing, and says neither.
- What is costly or could be guessed has a limit of its own, by account, by address or by both. Over any limit the answer is 429, \`too_many_tries\`, with \`Retry-After\` in seconds.
- 503 carries \`Retry-After\` too. The same request under the same Idempotency-Key may be sent again: what was done before the answer was lost is not done twice.

## Webhooks
A stall's own server can be told of what happens there as soon as it does: \`POST /api/v1/merchant/webhooks\` names an https address and the events, and answers the secret that they are signed with. What is sent of each stands under \`webhooks\` of the document. Each request is a POST of JSON with \`id\`, \`type\`, \`createdAt\` and \`data\`.
- **Signature**: the header \`Fieldstall-Signature\` is \`t=…,v1=…\`. \`v1\` is the HMAC-SHA256, in hex, of \`t\`, a dot and the body exactly as it came, with the webhook's secret. For 24 hours after a new secret was made there is a \`v1\` for both: take the request when one of them fits and \`t\` (seconds since 1970) is at most five minutes old.
- **Repeats**: an event may come more than once, and not always in order. Its \`id\` stays the same: drop what you have seen.
- **Missed events**: \`GET /api/v1/merchant/webhooks/{id}/deliveries\` lists the last 30 days, and \`POST …/replay\` sends those of some time again.
- **Answer** with any status from 200 to 299 within 10 seconds. Everything else, a redirect too, is tried again with growing pauses for three days; a webhook that took nothing all that time is turned off, and its owner told by mail.
- **Nobody's data**: an event of an order holds its id, lines and sums and nothing of its buyer. \`GET /api/v1/product/order/merchant/{id}\` answers the rest.

## What stable means
Version 1 stays at \`/api/v1\`. Within it calls, names of fields, their types, refusal codes and operation ids are neither removed nor given another meaning. What may be added at any time: calls, optional fields of payloads, fields of answers, codes, values of lists that are answered. Read answers so that what you do not know does not hurt. What must change in another way comes under another address, and version 1 goes on for at least a year after it. Calls under **Operators** and **Test payments** serve the shop's own screens; they may change with each release.`;

/** Changes for programs, newest first. */
export const CHANGELOG = [
  {
    on: "2026-11-28",
    changes: [
      "listMyProducts takes counts=1, which answers how many there are in each state, and only=on-sale, in-review and drafts.",
      "checkProductImport takes category, for rows without one, and imports answer fallbackCategory.",
      "A merchant's orders answer invoiceNumber and suppliedAt, and parts of a buyer's order invoiceNumber: numbers without gaps for each stall.",
      "Each number of a request says its bounds (minimum, maximum), and one outside is refused at its field: stockVersion, sums and counts that were shown, and weights as numbers are bounded now.",
      "Each answer in JSON has an example, and ids and moments of answers say their form (pattern, date-time).",
      "listMerchantPayments, listConversations, listProductReviews, listStallReviews and listStockChanges take updatedSince, and go on behind a cursor with it (after, next, limit). So do listOrders, listPayouts, listWebhookDeliveries, operatorListOrders, operatorListProducts, operatorListMerchants, operatorListUsers, operatorListMessages and operatorListReports. state of the last two may be left out with it, for all.",
    ],
  },
  {
    on: "2026-11-27",
    changes: [
      "One queue of reports: operatorListReports, operatorReadReport and operatorDecideReport; reportProduct and reportQuestion are new. listDecisions, openDecisionLink and objectToDecision are for people whose words or products were taken down. operatorGetOverview answers reports. Parts of getOrder and a merchant's order answer trader as it was named when the order was placed.",
      "uploadPictures and uploadReviewPictures store pictures that reviews and messages take and answer as pictures.",
      "createPushSubscription, deletePushSubscription and choosePushNotice have browsers show notices; getNotices answers push.",
      "A time with all of its orders is closed: listTimesToClose and getClosingChoices say how many and how much, closeTime moves them or gives the money back, getClosedTime says how far it is, takeBackClosedTime takes it back within the hour. openTimeLink and answerTimeLink are of the letters to buyers.",
      "requestSignInCode, logInByCode and logInByLink sign in by mail; an address without an account gets one by it. listAddresses and the calls beside it keep up to ten addresses of a buyer. getTrader and saveTrader name who sells; getStall and the parts of getOrder answer it as trader. getNotices, chooseNotice, createWatch, askForWatch and the calls beside them are of mails beside orders. orderAgain answers fewer, keeps the larger quantity and names each title once.",
      "listProducts and listMyProducts take sku and barcode. Products and sales have an externalId, the id of a merchant's own system: createProduct, saveProduct and setSaleExternalId set it, listMyProducts and listSales take it. listProductIds takes updatedSince.",
      "Webhooks tell of order.shipped, order.delivered, order.disputed, product.stock_changed, payout.sent and payout.failed. createWebhook answers the secret. listWebhookDeliveries takes status and type, getWebhookDelivery answers what was sent, and replayWebhook sends the events of some time again.",
      "exportSales, exportMerchantPayments, exportSaleLines, exportOrdersToShip, exportDeliveryList, exportSalesReport, operatorExportAudit and operatorExportSubscribers take format=xlsx; exportStatementWorkbook is exportStatement as a workbook. operatorExportOrders, operatorExportPayments and operatorExportFees are of all stalls; operatorListSynonyms and the calls beside it keep the words that search takes for one.",
      "listProducts, getProduct and listStallProducts take postcode and day: the list shows what reaches there (with reach=mark all of it), and products answer reaches. listStallWays has the ways of a stall with their next times; merchant.hasWays of a product says whether there are any. Times of listDeliveryOptions may be closed as out_of_season.",
      "joinMarketDay takes isPaidThere: goods of the stall may be paid as they are collected at the market day. operatorHandOver takes given, the sum that a buyer puts down for all of an order, and answers payment; operatorGetMarketDayOrders answers onCollection of parts and the cash that the staff took for each stall. onCollection says in paidTo who took a payment.",
      "initializePayment takes paymentMethod: On collection places the order at once, and answers it as order, with no payment. Ways take isPaidThere; parts and a merchant's orders answer onCollection. handOverSale takes given, the sum that the buyer puts down; handOverPaidSale does the same by the order's id. Statements, balances and reports have what was paid to the stall itself.",
      "handOverSale takes missing: lines that are not there go back, or are off what is to be paid, and the rest is handed over. Refusals: all_missing, refunded_meanwhile and those of refunds.",
      "A merchant's exportMyData has stallConversations, the messages and reports of the stall, and reviewAnswers.",
      "operatorHandOver takes missing as handOverSale does, for lines of several stalls; parts of operatorGetMarketDayOrders answer order, deliveryFee, and _id and price of lines.",
      "A market day's time is closed for all stalls: operatorListTimesToClose, operatorGetClosingChoices, operatorCloseTime, operatorGetClosedTime and operatorTakeBackClosedTime. getClosedTime answers byMarket, and for a stall the progress of its own orders.",
      "Messages between buyers and stalls: listConversations, getConversation, beginConversation, writeMessage and the calls beside them. User answers unreadConversations. Webhooks tell of message.created. listProductQuestions has the questions that stand with a product; products that have some answer hasQuestions.",
    ],
  },
  {
    on: "2026-11-26",
    changes: [
      "Best sellers and getSalesReport go by size, with variant and size; productCount counts sizes. A merchant's exportMyData has products and sales. Events of orders tell variant and weighed of each line, and events of products variants and food.",
      "originalPrice is the lowest price of the 30 days before the discount began, and absent where that is not more than amount; discount is of that price. Sizes answer discount, and a merchant's own products originalPrice.",
      "createProduct and saveProduct take season and noticeHours; left out, they stay. Products answer them. Outside of its season a product is not sold: a cart's line is out-of-season, and initializePayment refuses with out_of_season.",
      "Fields and query parameters that a call does not take are refused with unrecognized_keys and the nearest name; half of a surrogate pair is refused with invalid_format.",
      "What is not sent and must be is refused with missing; invalid_type is for values of another type.",
      "Pages of other origins may call (CORS, without credentials); calls with a token in Authorization are taken from any origin.",
      "An Idempotency-Key goes by what JSON says, not by how it is written. updatedSince takes a time with an offset.",
      "Components of refused answers have names that generators can use, such as Refusal500Internal; calls with forms name their fields.",
      "Categories have kind and demands: the particulars that a product needs before it is handed in for review. createProduct and saveProduct refuse one without them with particular_missing; products answer lacks, listMyProducts takes only=to-complete, and completeMyProducts fills in what is missing.",
      "createProduct and saveProduct take food, what a product's label says; left out, it stays. Products answer it, the public ones where something is said. A food that contradicts its ingredients is refused with allergen_in_ingredients.",
      "A report of an import and the list of imports tell in problemCode the code of what kept a job from taking a file over.",
      "listProducts and listStallProducts count no more than 2,000 products and have pages for these alone; cut says that there are more. A cursor goes on to all. products of a category and of a merchant is 2,001 for any more. listProductIds answers pages.",
      "createWebhook, createWebhookSecret, replaceWebhook with another address, liftSecondFactor, operatorEndSessions, operatorSuspendMerchant, operatorReinstateMerchant, operatorStartRecall, and refunds and cancellations above a sum that the marketplace sets are refused with proof_needed unless POST /user/proof was called in the last 10 minutes; no personal token opens them.",
      "A recovery code that is sent to POST /user/proof opens one call.",
      "The address of a webhook is answered in its normal form.",
      "One's account, one's stall, a webhook and a category have an ETag, and take If-Match; without it they are saved as before.",
    ],
  },
  {
    on: "2026-11-22",
    changes: [
      "listProducts, of all or of a category, newest first, goes on behind a cursor (after, next), and takes limit.",
      "createProduct and saveProduct take lowStockAt, the product's own mark of low stock; left out, it stays.",
      "listMerchantPayments and operatorListAudit go on behind a cursor, and take limit.",
      "operatorSumsOfRefund tells what a refund would come to, and who would bear it.",
      "The ETag of a product changes with its mark of low stock.",
      "GET /product/suggestions says what to search for while somebody types.",
      "Messages to the team are conversations: GET /user/messages, its /{id}, and POST …/replies. POST /support takes an order's number.",
      "Personal tokens with scopes, made in the account; each call names the scope that it takes.",
      "listMyProducts, listSales and listOrders go on behind a cursor (after, next) and take limit; the first two take updatedSince.",
      "RateLimit and RateLimit-Policy are described; any call may be refused with too_many_tries.",
      "Webhooks tell a merchant's own server of orders, cancellations, refunds and reviews.",
      "Lists of products and single ones have an ETag for who sends no token, and take If-None-Match.",
      "Products of one's own have an ETag, and take If-Match.",
      "Every call has an operationId, and names each code that it may refuse with.",
      "Tokens are described as bearer tokens, with a security scheme for each role.",
      "Payloads have examples.",
    ],
  },
];

/** Groups of calls, in the order of the document. */
export const TAGS = [
  { name: "Accounts", description: "Signing up and in, profile, addresses, sessions." },
  { name: "Second factor", description: "Codes of an app, passkeys, recovery codes." },
  { name: "Catalogue", description: "What is on sale, for everyone." },
  { name: "Stalls", description: "Merchants' stalls as everyone sees them." },
  { name: "Cart and wishlist", description: "What a cart comes to, and the lists that a buyer's account keeps." },
  { name: "Reviews", description: "Stars and words of buyers, and the answers of stalls." },
  { name: "Reports", description: "Reports to the market, decisions on them, and objections." },
  { name: "Messages", description: "Conversations between buyers and stalls." },
  { name: "Orders", description: "What a buyer has bought." },
  { name: "Payments", description: "Paying an order, and what merchants are paid." },
  { name: "Merchant's products", description: "What a stall sells, one by one and as a sheet." },
  { name: "Files", description: "Pictures and videos of products." },
  { name: "Merchants' orders", description: "What a stall has sold and is to send." },
  { name: "Sales", description: "A stall's figures." },
  {
    name: "Ways and times",
    description: "How goods get from a stall to a buyer: places, areas, times and their bounds.",
  },
  { name: "Webhooks", description: "Your own server is told of what happens at your stall." },
  { name: "Support", description: "Messages to the team." },
  { name: "Notices", description: "What somebody is told by mail beside their orders, and how it ends." },
  { name: "Newsletter", description: "Subscribing and leaving again." },
  { name: "Operators", description: "The marketplace's own office." },
  { name: "Test payments", description: "What a card form would ask, where no money moves." },
];
