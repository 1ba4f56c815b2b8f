import { bodyLimit } from "hono/body-limit";
import { matchedRoutes } from "hono/route";
import { accountsApi } from "~/features/accounts/api.server";
import { emailApi } from "~/features/accounts/email-api.server";
import { invitationApi, usersApi } from "~/features/accounts/operator-api.server";
import { auditApi } from "~/features/audit/api.server";
import { cartApi } from "~/features/cart/api.server";
import { catalogueApi } from "~/features/catalogue/api.server";
import { stallProductsApi } from "~/features/catalogue/stall-products.server";
import { categoriesApi } from "~/features/catalogue/categories-api.server";
import { deliveryApi } from "~/features/delivery/api.server";
import { marketDaysApi } from "~/features/delivery/market-days-api.server";
import { marketHandOverApi } from "~/features/market-hand-over/api.server";
import { deadLettersApi } from "~/features/dead-letters/api.server";
import { merchantOrdersApi } from "~/features/merchant-orders/api.server";
import { dayApi } from "~/features/merchant-orders/day-api.server";
import { packingApi } from "~/features/merchant-orders/packing-api.server";
import { accountingApi } from "~/features/accounting/api.server";
import { privacyApi } from "~/features/privacy/api.server";
import { marketExportsApi } from "~/features/market-exports/api.server";
import { mediaApi } from "~/features/media/api.server";
import { merchantsApi } from "~/features/stores/merchants-api.server";
import { messagesApi } from "~/features/messages/api.server";
import { messagesModerationApi } from "~/features/messages/moderation-api.server";
import { decisionsApi } from "~/features/moderation/api.server";
import { moderationQueueApi } from "~/features/moderation-queue/api.server";
import { questionsApi } from "~/features/messages/questions-api.server";
import { synonymsApi } from "~/features/search-synonyms/api.server";
import { addressesApi } from "~/features/addresses/api.server";
import { noticesApi } from "~/features/notices/api.server";
import { pushChoicesApi } from "~/features/notices/push-choices-api.server";
import { traderApi } from "~/features/stores/trader-api.server";
import { savedAnswersApi } from "~/features/messages/saved-answers-api.server";
import { newsletterApi } from "~/features/newsletter/api.server";
import { ordersApi } from "~/features/orders/api.server";
import { overviewApi } from "~/features/overview/api.server";
import { merchantPaymentsApi } from "~/features/payments/merchant-api.server";
import { operatorPaymentsApi } from "~/features/payments/operator-api.server";
import { payoutsApi } from "~/features/payouts/api.server";
import { sendWaiting } from "~/features/payouts/due.server";
import { merchantDetailsApi } from "~/features/payouts/merchant-api.server";
import { checkoutApi } from "~/features/checkout/api.server";
import { testPaymentsApi } from "~/features/payments/test-payments-api.server";
import { waysToPayApi } from "~/features/payments/ways-to-pay-api.server";
import { stripeApi } from "~/features/payments/webhook-api.server";
import { productsApi } from "~/features/products/api.server";
import { productSheetsApi } from "~/features/product-sheets/api.server";
import { manyProductsApi } from "~/features/products/many-api.server";
import { stockApi } from "~/features/stock/api.server";
import { operatorProductsApi } from "~/features/product-review/operator-api.server";
import { reviewApi } from "~/features/product-review/api.server";
import { pushApi } from "~/features/push/api.server";
import { closedTimesApi } from "~/features/closed-times/api.server";
import { marketClosedTimesApi } from "~/features/closed-times/market-api.server";
import { collectionPaymentsApi } from "~/features/collection-payments/api.server";
import { orderChangesApi } from "~/features/order-changes/api.server";
import { reviewsApi } from "~/features/reviews/api.server";
import { moderationApi } from "~/features/reviews/moderation-api.server";
import { stallReviewsApi } from "~/features/reviews/stall-api.server";
import { recallsApi } from "~/features/recalls/api.server";
import { refundsApi } from "~/features/refunds/api.server";
import { searchApi } from "~/features/operator-search/api.server";
import { salesApi } from "~/features/sales-report/api.server";
import { secondFactorApi } from "~/features/second-factor/api.server";
import { factorPart } from "~/features/second-factor/factor-part.server";
import { stallsApi } from "~/features/stores/api.server";
import { statementsApi } from "~/features/accounting/statements-api.server";
import { supportApi } from "~/features/support/api.server";
import { ownMessagesApi } from "~/features/support/own-api.server";
import { webhooksApi } from "~/features/webhooks/api.server";
import { webhooksPart } from "~/features/webhooks/webhooks-part.server";
import { newApi, type ApiContext, type ApiEnv } from "~/platform/http/api.server";
import { idempotency } from "~/platform/http/idempotency.server";
import { newId } from "~/platform/ids.server";
import { requestScope } from "~/platform/log.server";
import { Refusal } from "~/platform/refusal";
import type { Services } from "~/platform/services.server";
import { theTracer } from "~/platform/tracing/tracing.server";
import { authentication } from "./authentication.server";
import { callSpans } from "./call-spans.server";
import { answerFailure, answerUnknownCall } from "./failures.server";
import { knownNames, requestSchemas } from "./known-names.server";
import { crossOrigin } from "./cross-origin.server";
import { documentOf } from "./openapi.server";
import { operationsByAddress } from "./personal-token.server";
import { proof } from "./proof.server";
import {
  acceptedBody,
  allowedCaller,
  bodyTypeOf,
  bodyTypesByAddress,
  boundedJson,
  knownCall,
} from "./wanted-call.server";

const BASE = "/api/v1";
const MOST_JSON_BYTES = 256 * 1024;
const MOST_UPLOAD_BYTES = 12 * 1024 * 1024;

const isUpload = (c: ApiContext) =>
  isPiece(c) ||
  (c.req.method === "POST" &&
    /^\/api\/v1\/(file|user\/pictures|review-link\/[^/]+\/pictures|user\/kept-form\/[^/]+\/file)$/.test(c.req.path));
/** Whether the request carries a piece of a resumable upload (tus). The rules of that protocol limit its length. */
const isPiece = (c: ApiContext) =>
  c.req.path.startsWith("/api/v1/file/resumable") &&
  /^application\/offset\+octet-stream$/i.test(c.req.header("Content-Type") ?? "");

const tooLarge = new Refusal(413, [{ message: "The request is too large.", code: "too_large" }]);
const limitJson = bodyLimit({
  maxSize: MOST_JSON_BYTES,
  onError: () => {
    throw tooLarge;
  },
});
const limitUpload = bodyLimit({
  maxSize: MOST_UPLOAD_BYTES,
  onError: () => {
    throw tooLarge;
  },
});

/** Every call of the service, under /api/v1. The typed client is derived from its type. */
function calls(services: Services) {
  return newApi()
    .route("/", accountsApi)
    .route("/", emailApi([factorPart, webhooksPart]))
    .route("/", secondFactorApi)
    .route("/", privacyApi)
    .route("/", catalogueApi)
    .route("/", stallsApi)
    .route("/", stallProductsApi)
    .route("/", productSheetsApi)
    .route("/", manyProductsApi)
    .route("/", stockApi)
    .route("/", productsApi)
    .route("/", mediaApi)
    .route("/", cartApi)
    .route("/", addressesApi)
    .route("/", traderApi)
    .route("/", noticesApi)
    .route("/", pushChoicesApi)
    .route("/", pushApi)
    .route("/", deliveryApi)
    .route("/", marketDaysApi)
    .route("/", marketHandOverApi)
    .route("/", packingApi)
    .route("/", dayApi)
    .route("/", closedTimesApi)
    .route("/", marketClosedTimesApi)
    .route("/", merchantOrdersApi)
    .route("/", orderChangesApi)
    .route("/", collectionPaymentsApi)
    .route("/", merchantPaymentsApi)
    .route("/", ordersApi)
    .route("/", salesApi)
    .route("/", accountingApi)
    .route("/", statementsApi)
    .route("/", payoutsApi)
    .route("/", checkoutApi)
    .route("/", waysToPayApi)
    .route("/", testPaymentsApi(services.cards))
    .route("/", stripeApi)
    .route("/", webhooksApi)
    .route("/", supportApi)
    .route("/", ownMessagesApi)
    .route("/", newsletterApi)
    .route("/", invitationApi)
    .route("/", reviewApi)
    .route("/", operatorProductsApi)
    .route("/", categoriesApi)
    .route("/", synonymsApi)
    .route("/", merchantsApi(sendWaiting))
    .route("/", merchantDetailsApi)
    .route("/", usersApi)
    .route("/", marketExportsApi)
    .route("/", overviewApi)
    .route("/", auditApi)
    .route("/", deadLettersApi)
    .route("/", refundsApi)
    .route("/", recallsApi)
    .route("/", reviewsApi)
    .route("/", stallReviewsApi)
    .route("/", moderationApi)
    .route("/", messagesApi)
    .route("/", savedAnswersApi)
    .route("/", questionsApi)
    .route("/", decisionsApi)
    .route("/", moderationQueueApi)
    .route("/", messagesModerationApi)
    .route("/", searchApi)
    .route("/", operatorPaymentsApi);
}

/** Builds the whole service on `services`: one Hono app that answers a Request with a Response. */
export function buildApi(services: Services) {
  const api = newApi().basePath(BASE);
  api.use(async (c, next) => {
    c.set("services", services);
    c.set("requestId", requestScope()?.requestId ?? newId());
    await next();
    const scope = requestScope();
    // The last matching route is the call itself. The matches before it are middleware.
    if (scope) scope.call ??= matchedRoutes(c).at(-1)?.path;
    c.header("X-Request-Id", c.var.requestId);
    c.header("X-Content-Type-Options", "nosniff");
    if (!c.res.headers.has("Cache-Control")) c.header("Cache-Control", "no-store");
  });
  api.use(crossOrigin);
  if (theTracer()) api.use(callSpans(() => whole, BASE));
  // The caller, the call and the type of the body are known before a byte of the body is read.
  api.use(knownCall);
  let cachedOperations: ReturnType<typeof operationsByAddress> | undefined;
  const operations = () => (cachedOperations ??= operationsByAddress(whole, BASE));
  api.use(authentication(operations));
  api.use(allowedCaller);
  let bodyTypes: ReturnType<typeof bodyTypesByAddress> | undefined;
  api.use(acceptedBody(() => (bodyTypes ??= bodyTypesByAddress(whole, BASE))));
  api.use((c, next) => {
    // The call measures files as they come in, with a limit for each kind: a video must never be held in memory.
    if (isUpload(c)) return next();
    return bodyTypeOf(c) === "multipart/form-data" ? limitUpload(c, next) : limitJson(c, next);
  });
  api.use(boundedJson);
  let schemas: ReturnType<typeof requestSchemas> | undefined;
  api.use(knownNames(() => (schemas ??= requestSchemas(whole, BASE))));
  api.use(idempotency);
  api.use(proof(operations));
  const whole = api.route("/", calls(services));
  whole.onError(answerFailure);
  whole.notFound(answerUnknownCall);
  let document: object | undefined;
  return whole.get("/openapi.json", (c) => {
    document ??= documentOf(whole, services.config);
    return c.json(document, 200, { "Cache-Control": "public, max-age=300" });
  });
}

export type Api = ReturnType<typeof buildApi>;
export type { ApiEnv };
