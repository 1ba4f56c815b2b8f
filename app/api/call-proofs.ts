/**
 * When a call asks for a fresh proof of the person: "always", before its payload is read; "sometimes", where its payload
 * decides; "inside", where its payload holds the password, a code or the answer to a challenge; "never".
 */
export type CallProof = "always" | "sometimes" | "inside" | "never";

/**
 * The calls of each kind. It lists every call of signed-in people that writes, and reads that show a secret; a test names
 * a call that is missing. No personal token may make a call that always asks.
 */
const CALLS: Record<CallProof, string> = {
  // Ways in, where money and events go, power over other accounts and stalls.
  always: `
    createAuthenticator renewRecoveryCodes getPasskeyOptions deletePasskey createPersonalToken
    startPayoutOnboarding createWebhook createWebhookSecret
    liftSecondFactor operatorEndSessions operatorSuspendMerchant operatorReinstateMerchant operatorStartRecall`,
  // A set-up that began elsewhere, another address, a refund above the sum of REFUND_PROOF_ABOVE.
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
