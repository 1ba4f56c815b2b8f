import type { Migration } from "kysely";
import type { Dialect } from "../dialects/dialect";
import { foundation } from "./0001-foundation.server";
import { shortWords } from "./0002-short-words.server";
import { merchants } from "./0003-merchants.server";
import { selling } from "./0004-selling.server";
import { operators } from "./0005-operators.server";
import { cards } from "./0006-cards.server";
import { refundsAndPayouts } from "./0007-refunds-and-payouts.server";
import { productImports } from "./0008-product-imports.server";
import { moneyThatWentBack } from "./0009-money-that-went-back.server";
import { demoAccounts } from "./0011-demo-accounts.server";
import { browsers } from "./0012-browsers.server";
import { sessions } from "./0013-sessions.server";
import { emailChanges } from "./0016-email-changes.server";
import { keptFormsAndSeenPrices } from "./0014-kept-forms-and-seen-prices.server";
import { secondFactor } from "./0015-second-factor.server";
import { shownFiles } from "./0018-shown-files.server";
import { passkeys } from "./0021-passkeys.server";
import { tagsInSearch } from "./0020-tags-in-search.server";
import { productsTakenOff } from "./0022-products-taken-off.server";
import { recalls } from "./0023-recalls.server";
import { mornings } from "./0024-mornings.server";
import { stalls } from "./0025-stalls.server";
import { search } from "./0027-search.server";
import { importsThatGoBack } from "./0030-imports-that-go-back.server";
import { stock } from "./0033-stock.server";
import { uploadLocks } from "./0037-upload-locks.server";
import { office } from "./0035-office.server";
import { forPrograms } from "./0031-for-programs.server";
import { webhooks } from "./0032-webhooks.server";
import { moneyOfALine } from "./0034-money-of-a-line.server";
import { listSegments } from "./0038-list-segments.server";
import { ratings } from "./0039-ratings.server";
import { orderSegments } from "./0040-order-segments.server";
import { figures } from "./0045-figures.server";
import { vat } from "./0045b-vat.server";
import { madeUnderAKey } from "./0041-made-under-a-key.server";
import { outcomesThatChange } from "./0042-outcomes-that-change.server";
import { payoutsThatChange } from "./0043-payouts-that-change.server";
import { stockVersion } from "./0044-stock-version.server";
import { waysBack } from "./0047-ways-back.server";
import { processes } from "./0049-processes.server";
import { importsThatAsk } from "./0050-imports-that-ask.server";
import { resultsUnderAKey } from "./0051-results-under-a-key.server";
import { listsEnd } from "./0052-lists-end.server";
import { takeovers } from "./0053-takeovers.server";
import { searchSynonyms } from "./0062-search-synonyms.server";
import { categoryDemands } from "./0065-category-demands.server";
import { variants } from "./0057-variants.server";
import { weighed } from "./0064-weighed.server";
import { delivery } from "./0066-delivery.server";
import { importCodes } from "./0053b-import-codes.server";
import { foodInformation } from "./0056-food-information.server";
import { foodOfOrders } from "./0056b-food-of-orders.server";
import { causes } from "./0056c-causes.server";
import { season } from "./0060-season.server";
import { priorPrices } from "./0060b-prior-prices.server";
import { removedSizes } from "./0061-removed-sizes.server";
import { reviews } from "./0068-reviews.server";
import { salesBySize } from "./0069-sales-by-size.server";
import { messages } from "./0072-messages.server";
import { changedTimes } from "./0074-changed-times.server";
import { productQuestions } from "./0074b-product-questions.server";
import { deliveryFees } from "./0075-delivery-fees.server";
import { marketDays } from "./0077-market-days.server";
import { externalIds } from "./0084-external-ids.server";
import { addresses } from "./0080-addresses.server";
import { traders } from "./0081-traders.server";
import { notices } from "./0082-notices.server";
import { push } from "./0089-push.server";
import { picturesOfPeople } from "./0090-pictures-of-people.server";
import { payingAtMarketDays } from "./0091-paying-at-market-days.server";
import { areas } from "./0079-areas.server";
import { stallsInLists } from "./0079b-stalls-in-lists.server";
import { feesNetted } from "./0078b-fees-netted.server";
import { payingOnCollection } from "./0078-paying-on-collection.server";
import { handedOver } from "./0084b-handed-over.server";
import { deliveryListOrder } from "./0084c-delivery-list.server";
import { closedByMarket } from "./0095b-closed-by-market.server";
import { closedTimes } from "./0087-closed-times.server";
import { notCollected } from "./0084d-not-collected.server";
import { addedOrders } from "./0089b-added-orders.server";
import { manyOrders } from "./0010-many-orders.server";
import { moderation } from "./0095-moderation.server";
import { tradersOfOrders } from "./0096-traders-of-orders.server";
import { orderStates } from "./0103-order-states.server";
import { changedSince } from "./0104-changed-since.server";
import { statesOfProducts } from "./0105-states-of-products.server";
import { fallbackCategories } from "./0106-fallback-categories.server";
import { moreChangedSince } from "./0107-more-changed-since.server";
import { mergedCategories } from "./0102-merged-categories.server";
import { sessionsOfBrowsers } from "./0097-sessions-of-browsers.server";
import { invoiceNumbers } from "./0100-invoice-numbers.server";

/** Every migration, in the order of its name. One that has landed is never edited; a later one changes what it made. */
export function migrations(dialect: Dialect): Record<string, Migration> {
  return {
    "0001-foundation": { up: (db) => foundation(db, dialect) },
    "0002-short-words": { up: (db) => shortWords(db, dialect) },
    "0003-merchants": { up: merchants },
    "0004-selling": { up: selling },
    "0005-operators": { up: operators },
    "0006-cards": { up: cards },
    "0007-refunds-and-payouts": { up: refundsAndPayouts },
    "0008-product-imports": { up: productImports },
    "0009-money-that-went-back": { up: moneyThatWentBack },
    "0010-many-orders": { up: (db) => manyOrders(db, dialect) },
    "0011-demo-accounts": { up: demoAccounts },
    "0012-browsers": { up: browsers },
    "0013-sessions": { up: sessions },
    "0014-kept-forms-and-seen-prices": { up: keptFormsAndSeenPrices },
    "0015-second-factor": { up: secondFactor },
    "0016-email-changes": { up: emailChanges },
    "0018-shown-files": { up: shownFiles },
    "0020-tags-in-search": { up: tagsInSearch },
    "0021-passkeys": { up: passkeys },
    "0022-products-taken-off": { up: (db) => productsTakenOff(db, dialect) },
    "0023-recalls": { up: (db) => recalls(db, dialect) },
    "0024-mornings": { up: mornings },
    "0025-stalls": { up: stalls },
    "0027-search": { up: (db) => search(db, dialect) },
    "0030-imports-that-go-back": { up: importsThatGoBack },
    "0031-for-programs": { up: forPrograms },
    "0032-webhooks": { up: webhooks },
    "0033-stock": { up: stock },
    "0034-money-of-a-line": { up: moneyOfALine },
    "0035-office": { up: office },
    "0037-upload-locks": { up: uploadLocks },
    "0038-list-segments": { up: (db) => listSegments(db, dialect) },
    "0039-ratings": { up: ratings },
    "0040-order-segments": { up: (db) => orderSegments(db, dialect) },
    "0041-made-under-a-key": { up: madeUnderAKey },
    "0042-outcomes-that-change": { up: outcomesThatChange },
    "0043-payouts-that-change": { up: payoutsThatChange },
    "0044-stock-version": { up: stockVersion },
    "0045-figures": { up: figures },
    "0045b-vat": { up: vat },
    "0047-ways-back": { up: waysBack },
    "0049-processes": { up: processes },
    "0050-imports-that-ask": { up: importsThatAsk },
    "0051-results-under-a-key": { up: resultsUnderAKey },
    "0052-lists-end": { up: (db) => listsEnd(db, dialect) },
    "0053-takeovers": { up: takeovers },
    "0053b-import-codes": { up: importCodes },
    "0056-food-information": { up: foodInformation },
    "0056b-food-of-orders": { up: foodOfOrders },
    "0056c-causes": { up: causes },
    "0057-variants": { up: (db) => variants(db, dialect) },
    "0060-season": { up: season },
    "0060b-prior-prices": { up: priorPrices },
    "0061-removed-sizes": { up: removedSizes },
    "0062-search-synonyms": { up: searchSynonyms },
    "0064-weighed": { up: weighed },
    "0065-category-demands": { up: categoryDemands },
    "0066-delivery": { up: delivery },
    "0068-reviews": { up: reviews },
    "0069-sales-by-size": { up: (db) => salesBySize(db, dialect) },
    "0072-messages": { up: messages },
    "0074-changed-times": { up: changedTimes },
    "0074b-product-questions": { up: productQuestions },
    "0075-delivery-fees": { up: deliveryFees },
    "0077-market-days": { up: marketDays },
    "0078-paying-on-collection": { up: (db) => payingOnCollection(db, dialect) },
    "0078b-fees-netted": { up: feesNetted },
    "0079-areas": { up: (db) => areas(db, dialect) },
    "0079b-stalls-in-lists": { up: (db) => stallsInLists(db, dialect) },
    "0080-addresses": { up: addresses },
    "0081-traders": { up: traders },
    "0082-notices": { up: notices },
    "0084-external-ids": { up: externalIds },
    "0084b-handed-over": { up: handedOver },
    "0084c-delivery-list": { up: deliveryListOrder },
    "0084d-not-collected": { up: notCollected },
    "0087-closed-times": { up: closedTimes },
    "0089-push": { up: push },
    "0089b-added-orders": { up: addedOrders },
    "0090-pictures-of-people": { up: picturesOfPeople },
    "0091-paying-at-market-days": { up: payingAtMarketDays },
    "0095-moderation": { up: moderation },
    "0095b-closed-by-market": { up: closedByMarket },
    "0096-traders-of-orders": { up: tradersOfOrders },
    "0097-sessions-of-browsers": { up: sessionsOfBrowsers },
    "0100-invoice-numbers": { up: invoiceNumbers },
    "0102-merged-categories": { up: mergedCategories },
    "0103-order-states": { up: orderStates },
    "0104-changed-since": { up: (db) => changedSince(db, dialect) },
    "0105-states-of-products": { up: statesOfProducts },
    "0106-fallback-categories": { up: fallbackCategories },
    "0107-more-changed-since": { up: (db) => moreChangedSince(db, dialect) },
  };
}
