import type { OpenAPIHono } from "@hono/zod-openapi";
import { EVERY_ROLE, type MayRefuse } from "~/platform/http/api.server";
import { keepsAnswer } from "~/platform/http/idempotency.server";
import { CALL_PROOFS } from "./call-proofs";
import { CALL_SCOPES } from "./call-scopes";
import { FIELD_REFUSALS, REFUSAL_CODES } from "./refusal-codes";

type Document = ReturnType<OpenAPIHono["getOpenAPI31Document"]>;
export type Operation = NonNullable<NonNullable<Document["paths"]>[string]["get"]>;
interface Response {
  description: string;
  headers?: Record<string, { $ref: string }>;
  content: Record<string, { schema: object }>;
}
/** The refusal codes of a call, by HTTP status. */
type Refusals = Map<number, Set<string>>;

/** The schema of every refusal. */
export const REFUSAL = {
  type: "object",
  description: "Why a call was refused.",
  required: ["error", "requestId"],
  properties: {
    error: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        required: ["message", "code"],
        properties: {
          message: { type: "string", description: "A sentence for people." },
          code: { type: "string", description: "For programs; it does not change." },
          field: { type: "string", description: "The field at fault, dotted for nested ones." },
        },
      },
    },
    requestId: { type: "string", description: "As in X-Request-Id; for whoever asks for help." },
    versions: {
      type: "object",
      description: "With 412 alone: what is there now, and what was sent.",
      required: ["current", "sent"],
      properties: { current: { type: "object" }, sent: { type: ["object", "null"] } },
    },
  },
  example: {
    error: [{ message: "There is no such product.", code: "unknown_product" }],
    requestId: "67f1c0de0a1b2c3d4e5f6071",
  },
};

export const HEADERS = {
  RateLimit: {
    description: "What is left of the policy, `r`, and in how many seconds it is whole again, `t`.",
    schema: { type: "string" },
    example: '"read";r=1187;t=42',
  },
  "RateLimit-Policy": {
    description: "How many requests, `q`, in how many seconds, `w`; of the address, `read`, or of the token, `token`.",
    schema: { type: "string" },
    example: '"read";q=1200;w=60',
  },
  "Retry-After": { description: "In how many seconds to try again.", schema: { type: "integer", minimum: 0 } },
};

/** References to the named headers above. */
export function headersNamed(...names: (keyof typeof HEADERS)[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/**
 * Gives every call of the document its own refusals and those of all calls of its kind. Returns the responses that they
 * refer to. Calls with the same refusals share one response.
 */
export function describeRefusals(operations: { method: string; path: string; operation: Operation }[]) {
  const responses: Record<string, Response> = {};
  for (const { method, path, operation } of operations) {
    const refusals = refusalsOf(method, path, operation);
    for (const [status, codes] of refusals) {
      const name = nameOf(responses, status, [...codes].toSorted());
      operation.responses = { ...operation.responses, [status]: { $ref: `#/components/responses/${name}` } };
    }
    operation["x-refusals"] = Object.fromEntries(
      [...refusals].map(([status, codes]) => [status, [...codes].toSorted()]),
    );
  }
  return responses;
}

function refusalsOf(method: string, path: string, operation: Operation): Refusals {
  const refusals: Refusals = new Map();
  const add = (...codes: MayRefuse[]) => {
    for (const entry of codes) {
      const [code, onlyStatus] = typeof entry === "string" ? [entry] : entry;
      const statuses = onlyStatus ? [onlyStatus] : Object.keys(REFUSAL_CODES[code] ?? {}).map(Number);
      if (statuses.length !== 1 || !statuses[0]) throw new Error(`${method} ${path}: which status has ${code}?`);
      refusals.set(statuses[0], (refusals.get(statuses[0]) ?? new Set()).add(code));
    }
  };
  add("internal", "unavailable", "storage_full", "too_many_tries", "unrecognized_keys");
  const scope = CALL_SCOPES.get(operation.operationId ?? "");
  if (scope === "never") add("not_for_tokens");
  else if (scope !== "anyone") add("scope_missing");
  const roles = (operation.security ?? []).flatMap((way) => Object.keys(way));
  const isPublic = roles.length === 0 || operation.security?.some((way) => Object.keys(way).length === 0);
  if (!isPublic) add("not_signed_in", "dead_token");
  if (!isPublic && roles.length < EVERY_ROLE.length) add("not_allowed", "second_factor_missing");
  if (method !== "get") add("too_large", "wrong_content_type");
  if (keepsAnswer(method, path)) add("bad_idempotency_key", "idempotency_key_reused", "still_running", "dead_token");
  const proof = CALL_PROOFS.get(operation.operationId ?? "");
  if (proof === "always" || proof === "sometimes") add("proof_needed");
  if (proof === "sometimes") add("not_for_tokens");
  if (operation.requestBody) add("unreadable", "no_body");
  if (operation.requestBody || operation.parameters?.length) add(...Object.keys(FIELD_REFUSALS));
  add(...((operation["x-refusals"] ?? []) as MayRefuse[]));
  return refusals;
}

/** The name of the response that refuses with these codes. Adds the response if there is none yet. */
function nameOf(responses: Record<string, Response>, status: number, codes: string[]): string {
  const response = responseOf(status, codes);
  const text = JSON.stringify(response);
  const ownCodes = codes.filter((code) => !(code in FIELD_REFUSALS));
  const [onlyCode = ""] = codes;
  const words = ownCodes.length > 0 ? ownCodes : [codes.length === 1 ? onlyCode : "invalid"];
  // Generators name a type after it, so it must be a valid name in any language.
  const pascalCase = words.join("_").replaceAll(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  for (let n = 1; ; n += 1) {
    const name = `Refusal${status}${pascalCase}${n > 1 ? `Variant${n}` : ""}`;
    if (responses[name] && JSON.stringify(responses[name]) !== text) continue;
    responses[name] = response;
    return name;
  }
}

function responseOf(status: number, codes: string[]): Response {
  const waits = status === 429 || status === 503 || codes.includes("still_running");
  const code = { type: "string", enum: codes };
  const errors = { type: "array", items: { type: "object", properties: { code } } };
  return {
    description: codes
      .map((code) => `- \`${code}\`: ${REFUSAL_CODES[code]?.[status as keyof (typeof REFUSAL_CODES)[string]] ?? ""}`)
      .join("\n"),
    headers: { ...(waits && headersNamed("Retry-After")), ...headersNamed("RateLimit", "RateLimit-Policy") },
    content: {
      "application/json": {
        schema: {
          allOf: [{ $ref: "#/components/schemas/Refusal" }, { type: "object", properties: { error: errors } }],
        },
      },
    },
  };
}
