import type Stripe from "stripe";
import { invalid } from "./failures";
import type { Params } from "./form";

/** The parameters of a call: the names at its top level, the names within them, and the required names. */
interface Call {
  names: readonly string[];
  /** Paths below a name, such as `price_data.currency`, without the indexes of lists. */
  within: Record<string, readonly string[]>;
  required: readonly string[];
}

/** Describes a call. The names must exist in the SDK's type of its parameters. */
function call<P extends object>(
  names: readonly (keyof P & string)[],
  {
    required = [],
    within = {},
  }: { required?: readonly (keyof P & string)[]; within?: Partial<Record<keyof P & string, string[]>> } = {},
): Call {
  return { names, required, within: within as Call["within"] };
}

const LIST = ["limit", "starting_after", "ending_before"] as const;

/** Every call that the shop makes with its secret key. A call that is missing here accepts any parameters. */
const CALLS: Record<string, Call> = {
  "POST /v1/payment_intents": call<Stripe.PaymentIntentCreateParams>(
    [
      "amount",
      "currency",
      "description",
      "metadata",
      "transfer_group",
      "allowed_payment_method_types",
      "statement_descriptor",
      "statement_descriptor_suffix",
    ],
    { required: ["amount", "currency"] },
  ),
  "GET /v1/payment_intents": call<Stripe.PaymentIntentListParams>([...LIST, "created"], {
    within: { created: ["gte"] },
  }),
  "GET /v1/payment_intents/:id": call<Stripe.PaymentIntentRetrieveParams>(["client_secret"]),
  "POST /v1/payment_intents/:id/cancel": call<Stripe.PaymentIntentCancelParams>(["cancellation_reason"]),
  "POST /v1/refunds": call<Stripe.RefundCreateParams>(["payment_intent", "amount", "metadata", "reason"]),
  "GET /v1/refunds": call<Stripe.RefundListParams>([...LIST, "payment_intent", "charge"]),
  "GET /v1/refunds/:id": call<Stripe.RefundRetrieveParams>([]),
  "POST /v1/refunds/:id/cancel": call<Stripe.RefundCancelParams>([]),
  "GET /v1/disputes": call<Stripe.DisputeListParams>([...LIST, "payment_intent", "charge"]),
  "GET /v1/disputes/:id": call<Stripe.DisputeRetrieveParams>([]),
  "POST /v1/checkout/sessions": call<Stripe.Checkout.SessionCreateParams>(
    [
      "mode",
      "line_items",
      "success_url",
      "cancel_url",
      "client_reference_id",
      "metadata",
      "allowed_payment_method_types",
      "adaptive_pricing",
      "payment_intent_data",
      "expires_at",
      "customer_email",
    ],
    {
      required: ["mode", "line_items", "success_url"],
      within: {
        line_items: ["quantity", "price_data.currency", "price_data.unit_amount", "price_data.product_data.name"],
        adaptive_pricing: ["enabled"],
        payment_intent_data: [
          "metadata.*",
          "description",
          "transfer_group",
          "statement_descriptor",
          "statement_descriptor_suffix",
        ],
      },
    },
  ),
  "GET /v1/checkout/sessions/:id": call<Stripe.Checkout.SessionRetrieveParams>([]),
  "POST /v1/checkout/sessions/:id/expire": call<Stripe.Checkout.SessionExpireParams>([]),
  "POST /v1/accounts": call<Stripe.AccountCreateParams>(
    ["type", "capabilities", "metadata", "email", "business_profile"],
    { required: ["type"], within: { capabilities: ["transfers.requested"], business_profile: ["name"] } },
  ),
  "GET /v1/accounts/:id": call<Stripe.AccountRetrieveParams>([]),
  "POST /v1/account_links": call<Stripe.AccountLinkCreateParams>(["account", "type", "return_url", "refresh_url"], {
    required: ["account", "type"],
  }),
  "POST /v1/transfers": call<Stripe.TransferCreateParams>(
    ["amount", "currency", "destination", "transfer_group", "metadata", "source_transaction", "description"],
    { required: ["currency", "destination"] },
  ),
  "GET /v1/transfers": call<Stripe.TransferListParams>([...LIST, "transfer_group", "destination"]),
  "GET /v1/transfers/:id": call<Stripe.TransferRetrieveParams>([]),
  "POST /v1/transfers/:id/reversals": call<Stripe.TransferCreateReversalParams>(["amount", "metadata", "description"]),
  "GET /v1/transfers/:id/reversals": call<Stripe.TransferListReversalsParams>([...LIST]),
  "GET /v1/balance": call<Stripe.BalanceRetrieveParams>([]),
  "GET /v1/webhook_endpoints": call<Stripe.WebhookEndpointListParams>([...LIST]),
  "GET /v1/payouts/:id": call<Stripe.PayoutRetrieveParams>([]),
};

/** The largest number of characters that Stripe accepts, by name at any level. */
const LONGEST: Record<string, number> = {
  description: 1000,
  name: 250,
  client_reference_id: 200,
  customer_email: 512,
  statement_descriptor: 22,
  statement_descriptor_suffix: 22,
  success_url: 5000,
  cancel_url: 5000,
};
/** Limits of metadata. Source: docs.stripe.com/api/metadata. */
const METADATA = { keys: 50, key: 40, value: 500 };
const LONGEST_LIST = 100;

/** Yields every value with the names on its path, without the indexes of lists. */
function* leavesOf(params: Params, way: string[] = []): Generator<{ way: string[]; value: string }> {
  for (const [name, value] of Object.entries(params)) {
    const next = /^\d+$/.test(name) && way.length > 0 ? way : [...way, name];
    if (typeof value === "string") yield { way: next, value };
    else yield* leavesOf(value, next);
  }
}

/** Refuses parameters that a call cannot take, as Stripe does before it does anything. */
export function checkParameters(call: string, params: Params): void {
  const rules = CALLS[call];
  if (!rules) return;
  for (const name of rules.required)
    if (params[name] === undefined || params[name] === "")
      throw invalid(`Missing required param: ${name}.`, { code: "parameter_missing", param: name });
  for (const { way, value } of leavesOf(params)) {
    if (!isTaken(rules, way)) {
      const param = way.map((name, n) => (n === 0 ? name : `[${name}]`)).join("");
      throw invalid(`Received unknown parameter: ${param}`, { code: "parameter_unknown", param });
    }
    checkLength(way.at(-1) ?? "", value);
  }
  checkMetadata(params);
  const { limit } = params;
  if (typeof limit === "string" && !(Number(limit) >= 1 && Number(limit) <= LONGEST_LIST))
    throw invalid(`This value must be between 1 and ${LONGEST_LIST}.`, {
      code: "parameter_invalid_integer",
      param: "limit",
    });
}

const EVERYWHERE = new Set(["expand"]);

function isTaken({ names, within }: Call, [name = "", ...rest]: string[]): boolean {
  if (EVERYWHERE.has(name)) return true;
  if (!names.includes(name)) return false;
  if (rest.length === 0 || name === "metadata" || name === "allowed_payment_method_types") return true;
  const path = rest.join(".");
  return (within[name] ?? []).some(
    (pattern) => pattern === path || (pattern.endsWith(".*") && path.startsWith(pattern.slice(0, -1))),
  );
}

function checkLength(name: string, value: string): void {
  const longest = LONGEST[name];
  if (longest !== undefined && value.length > longest)
    throw invalid(`Invalid string: ${value.slice(0, 20)}…; must be at most ${longest} characters`, { param: name });
  if (name === "statement_descriptor" && !/^(?=.*[a-zA-Z])[^<>\\'"*]{5,}$/.test(value))
    throw invalid(
      "The statement descriptor must contain at least one letter, five characters, and none of < > \\ ' \" *.",
      { param: name },
    );
}

function checkMetadata(params: Params): void {
  for (const [name, value] of Object.entries(params)) {
    if (typeof value === "string") continue;
    if (name !== "metadata") checkMetadata(value);
    else checkPairs(Object.entries(value).map(([key, text]) => [key, String(text)]));
  }
}

function checkPairs(pairs: [key: string, value: string][]): void {
  if (pairs.length > METADATA.keys)
    throw invalid(`Metadata can have up to ${METADATA.keys} keys.`, { param: "metadata" });
  for (const [key, value] of pairs) {
    if (key.length > METADATA.key)
      throw invalid(`Metadata keys can have up to ${METADATA.key} characters, but yours has ${key.length}.`, {
        param: "metadata",
      });
    if (value.length > METADATA.value)
      throw invalid(
        `Metadata values can have up to ${METADATA.value} characters, but you passed in a value that is ${value.length} characters.`,
        { param: "metadata" },
      );
  }
}

/** The calls whose parameters are checked, as "METHOD /path". */
export const checkedCalls = (): string[] => Object.keys(CALLS);
