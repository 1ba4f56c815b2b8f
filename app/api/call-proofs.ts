/**
 * When a call asks for a fresh proof of the person. "always": before its payload is read. "sometimes": if its payload
 * demands it. "inside": the payload itself holds the password, a code or the answer to a challenge. "never": not at
 * all.
 */
export type CallProof = "always" | "sometimes" | "inside" | "never";

/**
 * The calls of each kind: every call of signed-in people that writes, and reads that show a secret. A test reports a
 * missing call. No personal token may make a call of the kind "always".
 */
const CALLS: Record<CallProof, string> = {
  // Ways to sign in, destinations of money and events, power over other accounts and stalls.
  always: `
    createAuthenticator renewRecoveryCodes getPasskeyOptions deletePasskey createPersonalToken
    startPayoutOnboarding createWebhook createWebhookSecret
    liftSecondFactor operatorEndSessions operatorSuspendMerchant operatorReinstateMerchant operatorStartRecall`,
  // An app's secret, unless this session began its set-up less than 10 minutes ago; another webhook URL; large refunds.
  sometimes: `
    getAuthenticator replaceWebhook
    operatorRefundOrder operatorMakeRefundAnew operatorGiveBackOtherwise refundSale cancelSale sayNotCollected closeTime operatorCloseTime`,
  inside: `
    proveIdentity changePassword requestEmailChange deleteAccount disableSecondFactor confirmAuthenticator addPasskey`,
  never: `
    endOtherSessions endSession revokePersonalToken openKeptForm deleteKeptForm saveProfile saveBillingAddress saveOwnStall
    createAddress replaceAddress deleteAddress saveTrader
    chooseNotice createWatch deleteWatch
    choosePushNotice createPushSubscription deletePushSubscription uploadPictures
    replyToTeam mergeSavedLists setCartLine deleteCartLine updateCart emptyCart addToWishlist removeFromWishlist orderAgain
    initializePayment openHostedPage finalizePayment mailPaymentLink confirmReceipt moveOrderPart takeOutOfOrderPart
    createProduct saveProduct deleteProduct changeMyProducts setMyStock completeMyProducts saveStockSettings checkProductImport
    applyProductImport takeBackProductImport answerProductImport uploadFiles finishUpload
    createWay replaceWay deleteWay joinMarketDay leaveMarketDay handOverPaidSale excuseMissedSale operatorReplaceCollectionTerms setSaleExternalId shipSale shipSales weighSales deliverSale handOverSale sortDeliveryList takeBackStep takeBackClosedTime sumsOfSaleRefund refreshPayoutAccount
    deleteWebhook testWebhook sendWebhookAgain replayWebhook
    operatorTryFirstStep operatorApproveMerchant operatorSumsOfRefund operatorRepairPayment operatorTakeProductOff operatorPutProductBack
    operatorWriteLetter operatorSendLetter operatorRetryRecall operatorPublishProduct operatorSendProductBack
    operatorCreateCategory operatorSaveCategory operatorMoveCategory operatorMergeCategory operatorDeleteCategory operatorAnswerMessage
    operatorAddSynonyms operatorSaveSynonyms operatorDeleteSynonyms
    saveReview markReviewUseful answerReview deleteReviewAnswer operatorHideReview operatorPutReviewBack operatorKeepReview operatorDecideReport
    beginConversation writeMessage markConversationRead blockConversation reportConversation
    createSavedAnswer replaceSavedAnswer deleteSavedAnswer showQuestion hideQuestion
    operatorCloseConversation operatorReopenConversation operatorKeepConversation
    operatorCreateMarketDay operatorSaveMarketDay operatorDeleteMarketDay operatorHandOver operatorTakeBackClosedTime
    operatorAssignMessage operatorCloseMessage operatorRetryJob`,
};

/** The kind of each call, by its operationId. */
export const CALL_PROOFS: ReadonlyMap<string, CallProof> = new Map(
  Object.entries(CALLS).flatMap(([proof, calls]) =>
    calls
      .trim()
      .split(/\s+/)
      .map((call): [string, CallProof] => [call, proof as CallProof]),
  ),
);
