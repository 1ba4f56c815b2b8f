import { bodyLimit } from "hono/body-limit";
import { matchedRoutes } from "hono/route";
import { HTTPException } from "hono/http-exception";
import { accountsApi } from "~/features/accounts/api.server";
import { invitationApi, usersApi } from "~/features/accounts/operator-api.server";
import { auditApi } from "~/features/audit/api.server";
import { cartApi } from "~/features/cart/api.server";
import { catalogueApi } from "~/features/catalogue/api.server";
import { stallProductsApi } from "~/features/catalogue/stall-products.server";
import { categoriesApi } from "~/features/catalogue/categories-api.server";
import { deadLettersApi } from "~/features/dead-letters/api.server";
import { fulfilmentApi } from "~/features/fulfilment/api.server";
import { packingApi } from "~/features/fulfilment/packing-api.server";
import { ledgerApi } from "~/features/ledger/api.server";
import { leavingApi } from "~/features/leaving/api.server";
import { mediaApi } from "~/features/media/api.server";
import { merchantsApi } from "~/features/merchants/api.server";
import { newsletterApi } from "~/features/newsletter/api.server";
import { ordersApi } from "~/features/orders/api.server";
import { overviewApi } from "~/features/overview/api.server";
import { operatorPaymentsApi } from "~/features/payments/operator-api.server";
import { payoutsApi } from "~/features/payouts/api.server";
import { paymentsApi, testPaymentsApi } from "~/features/payments/api.server";
import { waysToPayApi } from "~/features/payments/ways-to-pay-api.server";
import { stripeApi } from "~/features/payments/webhook-api.server";
import { productsApi } from "~/features/products/api.server";
import { productSheetsApi } from "~/features/products/import-api.server";
import { manyProductsApi } from "~/features/products/many-api.server";
import { stockApi } from "~/features/products/stock-api.server";
import { operatorProductsApi } from "~/features/products/operator-api.server";
import { reviewApi } from "~/features/products/review-api.server";
import { recallsApi } from "~/features/recalls/api.server";
import { refundsApi } from "~/features/refunds/api.server";
import { searchApi } from "~/features/search/api.server";
import { salesApi } from "~/features/sales/api.server";
import { secondFactorApi } from "~/features/second-factor/api.server";
import { stallsApi } from "~/features/stalls/api.server";
import { statementsApi } from "~/features/statements/api.server";
import { supportApi } from "~/features/support/api.server";
import { ownMessagesApi } from "~/features/support/own-api.server";
import { webhooksApi } from "~/features/webhooks/api.server";
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
import { documentOf } from "./openapi.server";
import { scopesByAddress } from "./personal-token.server";

const BASE = "/api/v1";
const MOST_JSON_BYTES = 256 * 1024;
const MOST_UPLOAD_BYTES = 12 * 1024 * 1024;

const isUpload = (c: ApiContext) =>
  isPiece(c) || (c.req.method === "POST" && /^\/api\/v1\/(file|user\/kept-form\/[^/]+\/file)$/.test(c.req.path));
/** A piece of a file that comes piece by piece; the rules of that protocol say how long it may be. */
const isPiece = (c: ApiContext) =>
  c.req.path.startsWith("/api/v1/file/resumable") &&
  /^application\/offset\+octet-stream$/i.test(c.req.header("Content-Type") ?? "");

const READ = /^(application\/json|multipart\/form-data)\s*(;|$)/i;

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

/** Every call of the service, under /api/v1. Its type is what the typed client is made of. */
function calls(services: Services) {
  return newApi()
    .route("/", accountsApi)
    .route("/", secondFactorApi)
    .route("/", leavingApi)
    .route("/", catalogueApi)
    .route("/", stallsApi)
    .route("/", stallProductsApi)
    .route("/", productSheetsApi)
    .route("/", manyProductsApi)
    .route("/", stockApi)
    .route("/", productsApi)
    .route("/", mediaApi)
    .route("/", cartApi)
    .route("/", packingApi)
    .route("/", fulfilmentApi)
    .route("/", ordersApi)
    .route("/", salesApi)
    .route("/", ledgerApi)
    .route("/", statementsApi)
    .route("/", payoutsApi)
    .route("/", paymentsApi)
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
    .route("/", merchantsApi)
    .route("/", usersApi)
    .route("/", overviewApi)
    .route("/", auditApi)
    .route("/", deadLettersApi)
    .route("/", refundsApi)
    .route("/", recallsApi)
    .route("/", searchApi)
    .route("/", operatorPaymentsApi);
}

/** The whole service on top of `services`: one Hono app that answers Request with Response. */
export function buildApi(services: Services) {
  const api = newApi().basePath(BASE);
  api.use(async (c, next) => {
    c.set("services", services);
    c.set("requestId", requestScope()?.requestId ?? newId());
    await next();
    const scope = requestScope();
    // The last that fits is the call itself; before it stands what every call passes.
    if (scope) scope.call ??= matchedRoutes(c).at(-1)?.path;
    c.header("X-Request-Id", c.var.requestId);
    c.header("X-Content-Type-Options", "nosniff");
    if (!c.res.headers.has("Cache-Control")) c.header("Cache-Control", "no-store");
  });
  if (theTracer()) api.use(callSpans(() => whole, BASE));
  api.use((c, next) => {
    // Files are measured while they come in, each by its kind: a video must never be held in memory.
    if (isUpload(c)) return next();
    return /^multipart\/form-data\b/i.test(c.req.header("Content-Type") ?? "")
      ? limitUpload(c, next)
      : limitJson(c, next);
  });
  api.use(async (c, next) => {
    const type = c.req.header("Content-Type") ?? "";
    // A call without a body needs no type, though it may be handed on with an empty stream.
    const sends =
      type !== "" || Number(c.req.header("Content-Length") ?? 0) > 0 || c.req.header("Transfer-Encoding") !== undefined;
    if (sends && c.req.raw.body !== null && !READ.test(type) && !isPiece(c)) throw new HTTPException(415);
    await next();
  });
  let scopes: ReturnType<typeof scopesByAddress> | undefined;
  api.use(authentication(() => (scopes ??= scopesByAddress(whole, BASE))));
  api.use(idempotency);
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
