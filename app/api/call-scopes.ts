import type { Scope } from "~/features/accounts/personal-token-schema";

/**
 * The scope that a personal token needs for a call. "anyone": the call asks nobody who they are. "never": only a person
 * who has signed in may make the call.
 */
export type CallScope = Scope | "anyone" | "never";

/** The calls of each scope. A call that is in no list is refused to every token, and a test reports it. */
const CALLS: Record<CallScope, string> = {
  anyone: `
    listCategories listProducts suggestSearches listProductIds getProduct listStalls getStall listStallProducts quoteCart listDeliveryOptions listStallWays
    listProductReviews listProductQuestions openReviewLink reviewByLink stopReviewMails reportReview
    reportProduct reportQuestion openDecisionLink objectToDecision
    uploadReviewPictures askForWatch openWatchLink confirmWatch openNoticeLink stopNotices openTimeLink answerTimeLink
    sendSupportMessage subscribe confirmSubscription unsubscribe
    getPaymentLink openPaymentLinkPage finalizePaymentLink confirmTestPayment authenticateTestPayment receiveStripeEvent`,
  // Sign-in and its protection, and where money goes.
  never: `
    signUp createSignUpDraft getSignUpDraft saveSignUpDraft checkInvitation acceptInvitation
    checkFirstRun inviteFirstOperator
    logIn requestSignInCode logInByCode logInByLink answerLoginChallenge getLoginPasskeyOptions logOut listSessions endOtherSessions endSession proveIdentity
    verifyEmail verifyEmailByLink resendVerification requestEmailChange confirmEmailChange undoEmailChange
    changePassword setFirstPassword requestPasswordReset checkResetCode resetPassword resetPasswordByLink
    getSecondFactor createAuthenticator getAuthenticator confirmAuthenticator disableSecondFactor renewRecoveryCodes
    getPasskeyOptions addPasskey deletePasskey
    createPushSubscription listPersonalTokens createPersonalToken revokePersonalToken
    deleteAccount exportMyData keepForm openKeptForm deleteKeptForm checkKeptFormFiles uploadKeptFormFile
    getPayoutAccount startPayoutOnboarding refreshPayoutAccount
    createWebhook createWebhookSecret operatorEndSessions liftSecondFactor
    operatorSuspendMerchant operatorReinstateMerchant operatorStartRecall`,
  "profile:read": `
    listAddresses getAddress getTrader getNotices listDecisions
    getProfile getOwnStall listWays getWay listMarketDays getCollectionTerms listOwnMessages getOwnMessage
    getConversationSubject listConversations getConversation listSavedAnswers`,
  "profile:write": `
    createAddress replaceAddress deleteAddress saveTrader
    chooseNotice createWatch deleteWatch
    choosePushNotice deletePushSubscription uploadPictures
    saveProfile saveBillingAddress saveOwnStall createWay replaceWay deleteWay joinMarketDay leaveMarketDay replyToTeam
    beginConversation writeMessage markConversationRead blockConversation reportConversation
    createSavedAnswer replaceSavedAnswer deleteSavedAnswer showQuestion hideQuestion`,
  "shopping:read":
    "getCollectionStanding getSavedLists getPendingPayment getWaitingOrder getLatestCheckout listReviewables",
  "shopping:write": `
    saveReview markReviewUseful
    mergeSavedLists setCartLine deleteCartLine updateCart emptyCart addToWishlist removeFromWishlist orderAgain
    initializePayment openHostedPage finalizePayment mailPaymentLink`,
  "products:read": `
    listStallReviews
    listMyProducts getMyProduct exportMyProducts getStockSettings listStockChanges getProductSheetTemplate listProductImports getProductImport listMyFiles`,
  "products:write": `
    createProduct saveProduct deleteProduct changeMyProducts setMyStock completeMyProducts saveStockSettings checkProductImport applyProductImport takeBackProductImport
    answerReview deleteReviewAnswer
    answerProductImport
    uploadFiles finishUpload`,
  "orders:read": `
    listOrders getOrder getOrderPartChanges listSales getSale getMissedChoices listTimesToClose getClosingChoices getClosedTime exportSales exportSaleLines getInvoice getPacking getWeighing listBusyDays getStallDay getDeliveryList downloadDeliveryList exportDeliveryList downloadDayLabels downloadPackingSlips
    exportOrdersToShip`,
  "orders:write":
    "confirmReceipt moveOrderPart takeOutOfOrderPart setSaleExternalId shipSale shipSales weighSales deliverSale handOverSale sortDeliveryList handOverPaidSale excuseMissedSale takeBackStep cancelSale sayNotCollected closeTime takeBackClosedTime sumsOfSaleRefund refundSale",
  "sales:read": `
    merchantGetMorning getSalesFigures getSalesReport exportSalesReport listMerchantPayments exportMerchantPayments getBalance listPayouts
    listStatements getStatement exportStatement exportStatementWorkbook printStatement`,
  "webhooks:read": "listWebhooks getWebhook listWebhookDeliveries getWebhookDelivery",
  "webhooks:write": "replaceWebhook deleteWebhook testWebhook sendWebhookAgain replayWebhook",
  "office:read": `
    operatorGetCollectionTerms operatorListMarketDays operatorGetMarketDay operatorListMarketDayDates operatorGetMarketDayOrders
    operatorListTimesToClose operatorGetClosingChoices operatorGetClosedTime
    operatorListCustomerReviews operatorListConversations operatorReadConversation operatorListReports operatorReadReport
    operatorSearch operatorListAudit operatorExportAudit operatorGetOverview operatorCompareDays operatorGetFirstSteps operatorListUsers operatorGetUser
    operatorListMerchants operatorGetMerchant operatorListOrders operatorGetOrder operatorListPayments
    operatorListProducts operatorGetProduct operatorListBuyers operatorListRecalls operatorGetRecall operatorGetLetter
    operatorListReviews operatorGetReview operatorListCategories operatorGetCategory operatorListMessages
    operatorListSynonyms operatorGetSynonyms operatorExportOrders operatorExportPayments operatorExportFees
    operatorGetMessage operatorGetNewsletter operatorExportSubscribers operatorListDeadJobs`,
  "office:write": `
    operatorReplaceCollectionTerms operatorCreateMarketDay operatorSaveMarketDay operatorDeleteMarketDay operatorHandOver
    operatorCloseTime operatorTakeBackClosedTime
    operatorHideReview operatorPutReviewBack operatorKeepReview operatorDecideReport
    operatorCloseConversation operatorReopenConversation operatorKeepConversation
    operatorTryFirstStep operatorApproveMerchant operatorSumsOfRefund operatorRefundOrder operatorMakeRefundAnew
    operatorGiveBackOtherwise operatorRepairPayment
    operatorTakeProductOff operatorPutProductBack operatorWriteLetter operatorSendLetter
    operatorRetryRecall operatorPublishProduct operatorSendProductBack operatorCreateCategory operatorSaveCategory
    operatorAddSynonyms operatorSaveSynonyms operatorDeleteSynonyms
    operatorMoveCategory operatorMergeCategory operatorDeleteCategory operatorAnswerMessage operatorAssignMessage operatorCloseMessage operatorRetryJob`,
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
