import type { Scope } from "~/features/accounts/personal-token-schema";

/**
 * What a personal token must open for a call: a scope, nothing ("anyone": the call asks nobody who they are), or "never",
 * where only a person who has signed in may call.
 */
export type CallScope = Scope | "anyone" | "never";

/** The calls of each scope. A call that is in no list is refused to every token, and a test names it. */
const CALLS: Record<CallScope, string> = {
  anyone: `
    listCategories listProducts suggestSearches listProductIds getProduct listStalls getStall listStallProducts quoteCart
    sendSupportMessage subscribe confirmSubscription unsubscribe
    getPaymentLink openPaymentLinkPage finalizePaymentLink confirmTestPayment authenticateTestPayment receiveStripeEvent`,
  // Ways in, what holds them shut, and where money goes.
  never: `
    signUp createSignUpDraft getSignUpDraft saveSignUpDraft checkInvitation acceptInvitation
    logIn answerLoginChallenge getLoginPasskeyOptions logOut listSessions endOtherSessions endSession proveIdentity
    verifyEmail verifyEmailByLink resendVerification requestEmailChange confirmEmailChange undoEmailChange
    changePassword setFirstPassword requestPasswordReset checkResetCode resetPassword resetPasswordByLink
    getSecondFactor createAuthenticator getAuthenticator confirmAuthenticator disableSecondFactor renewRecoveryCodes
    getPasskeyOptions addPasskey deletePasskey
    listPersonalTokens createPersonalToken revokePersonalToken
    deleteAccount exportMyData keepForm openKeptForm deleteKeptForm checkKeptFormFiles uploadKeptFormFile
    getPayoutAccount startPayoutOnboarding refreshPayoutAccount
    operatorEndSessions liftSecondFactor`,
  "profile:read": "getProfile getOwnStall listOwnMessages getOwnMessage",
  "profile:write": "saveProfile saveBillingAddress saveOwnStall replyToTeam",
  "shopping:read": "getSavedLists getPendingPayment getWaitingOrder getLatestCheckout",
  "shopping:write": `
    mergeSavedLists setCartLine deleteCartLine updateCart emptyCart addToWishlist removeFromWishlist orderAgain
    initializePayment openHostedPage finalizePayment mailPaymentLink`,
  "products:read": `
    listMyProducts getMyProduct exportMyProducts getStockSettings listStockChanges getProductSheetTemplate listProductImports getProductImport listMyFiles`,
  "products:write": `
    createProduct saveProduct deleteProduct changeMyProducts setMyStock saveStockSettings checkProductImport applyProductImport takeBackProductImport
    uploadFiles finishUpload`,
  "orders:read": `
    listOrders getOrder listSales getSale exportSales exportSaleLines getInvoice getPacking downloadPackingSlips
    exportOrdersToShip`,
  "orders:write": "confirmReceipt shipSale shipSales deliverSale takeBackStep cancelSale sumsOfSaleRefund refundSale",
  "sales:read": `
    merchantGetMorning getSalesFigures getSalesReport exportSalesReport listMerchantPayments exportMerchantPayments getBalance listPayouts
    listStatements getStatement exportStatement printStatement`,
  "webhooks:read": "listWebhooks getWebhook listWebhookDeliveries",
  "webhooks:write": "createWebhook replaceWebhook deleteWebhook createWebhookSecret testWebhook sendWebhookAgain",
  "office:read": `
    operatorSearch operatorListAudit operatorExportAudit operatorGetOverview operatorCompareDays operatorListUsers operatorGetUser
    operatorListMerchants operatorGetMerchant operatorListOrders operatorGetOrder operatorListPayments
    operatorListProducts operatorGetProduct operatorListBuyers operatorListRecalls operatorGetRecall operatorGetLetter
    operatorListReviews operatorGetReview operatorListCategories operatorGetCategory operatorListMessages
    operatorGetMessage operatorGetNewsletter operatorExportSubscribers operatorListDeadJobs`,
  "office:write": `
    operatorApproveMerchant operatorSuspendMerchant operatorReinstateMerchant operatorSumsOfRefund operatorRefundOrder operatorRepairPayment
    operatorTakeProductOff operatorPutProductBack operatorWriteLetter operatorSendLetter operatorStartRecall
    operatorRetryRecall operatorPublishProduct operatorSendProductBack operatorCreateCategory operatorSaveCategory
    operatorMoveCategory operatorDeleteCategory operatorAnswerMessage operatorAssignMessage operatorCloseMessage operatorRetryJob`,
};

/** The scope of each call, by its operationId. */
export const CALL_SCOPES: ReadonlyMap<string, CallScope> = new Map(
  Object.entries(CALLS).flatMap(([scope, calls]) =>
    calls
      .trim()
      .split(/\s+/)
      .map((call): [string, CallScope] => [call, scope as CallScope]),
  ),
);
