import { z, type OpenAPIHono } from "@hono/zod-openapi";
import { eventExample } from "~/features/webhooks/event-examples";
import { EVENTS } from "~/features/webhooks/event-schema";
import { SIGNATURE_HEADER } from "~/features/webhooks/plain-schema";
import type { Config } from "~/platform/config.server";
import { EVERY_ROLE, type ApiEnv } from "~/platform/http/api.server";
import { exampleOf } from "./answer-examples";
import { CALL_PROOFS } from "./call-proofs";
import { CALL_SCOPES } from "./call-scopes";
import { describeRefusals, HEADERS, headersNamed, REFUSAL, type Operation } from "./document-refusals.server";
import { CHANGELOG, DESCRIPTION, TAGS } from "./document-text";
import { withForms } from "./document-values";
import { EXAMPLES } from "./examples";
import { FIELD_REFUSALS, GENERAL_REFUSALS, OWN_REFUSALS } from "./refusal-codes";

type Document = ReturnType<OpenAPIHono["getOpenAPI31Document"]>;

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

/** The OpenAPI 3.1 document of a service, made from the same schemas that check the payloads. */
export function documentOf(api: OpenAPIHono<ApiEnv, any, any>, config: Config): object {
  for (const role of EVERY_ROLE)
    api.openAPIRegistry.registerComponent("securitySchemes", role, {
      type: "http",
      scheme: "bearer",
      description: `The token of ${role === "operator" ? "an operator" : `a ${role}`}'s account: of a session, as POST /api/v1/user/login answers it, or a personal one, which opens the calls of its scopes.`,
    });
  for (const event of EVENTS) api.openAPIRegistry.registerWebhook(webhookOf(event));
  return completed(
    api.getOpenAPI31Document({
      openapi: "3.1.0",
      info: {
        title: `${config.market.name} API`,
        version: "1",
        description: DESCRIPTION,
        contact: { name: config.market.name, url: `${config.publicUrl}/contact` },
        license: { name: "MIT", url: "https://opensource.org/license/mit" },
        "x-changelog": CHANGELOG,
      },
      servers: [{ url: config.publicUrl }],
      tags: TAGS,
      "x-refusals": { fields: FIELD_REFUSALS, general: GENERAL_REFUSALS, own: OWN_REFUSALS },
    }),
  );
}

/** A request that the service makes to a merchant's server. */
function webhookOf({ type, when, schema }: (typeof EVENTS)[number]) {
  const words = type.split(/\W/).map((word) => word[0]?.toUpperCase() + word.slice(1));
  return {
    method: "post" as const,
    path: type,
    operationId: `on${words.join("")}`,
    tags: ["Webhooks"],
    summary: when,
    description: "Sent to the addresses that are to be told of it. Check its signature, and drop what you have seen.",
    security: [],
    request: {
      headers: z.object({
        [SIGNATURE_HEADER]: z.string().describe("`t=…,v1=…`: HMAC-SHA256, in hex, of `t`, a dot and the body."),
      }),
      body: { required: true, content: { "application/json": { schema, example: eventExample(type) } } },
    },
    responses: {
      "2XX": { description: "Taken." },
      "4XX": { description: "Not taken; it is sent again." },
    },
  };
}

const operationsOf = (document: Pick<Document, "paths">) =>
  Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => (methods[method] ? [{ method, path, operation: methods[method] }] : [])),
  );

/** Adds what the document says of every call alike: its refusals, who may make it, an example of its payload. */
function completed(document: Document): object {
  const operations = operationsOf(document);
  for (const { operation } of operations) tellLimits(operation);
  const responses = describeRefusals(operations);
  for (const { operation } of operations) {
    operation.security ??= [];
    operation.description = [operation.description, proofOf(operation), whoMay(operation)].filter(Boolean).join("\n\n");
    const scope = CALL_SCOPES.get(operation.operationId ?? "") ?? "never";
    operation["x-scope"] = scope;
    const example = EXAMPLES[operation.operationId ?? ""];
    const content = operation.requestBody && "content" in operation.requestBody && operation.requestBody.content;
    if (example && content && content["application/json"]) content["application/json"].example = example;
  }
  const schemas = { ...document.components?.schemas, Refusal: REFUSAL };
  const components = { ...document.components, schemas, responses, headers: HEADERS };
  return withAnswerExamples(withForms(inDollars({ ...document, components })));
}

/** Adds an example to each JSON answer. */
function withAnswerExamples<Completed extends Pick<Document, "paths"> & { components: { schemas: object } }>(
  document: Completed,
): Completed {
  const schemas = Object.fromEntries(Object.entries(document.components.schemas));
  for (const { operation } of operationsOf(document))
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      const content = status.startsWith("2") && "content" in response && response.content?.["application/json"];
      if (content && content.schema) content.example ??= exampleOf(content.schema, schemas);
    }
  return document;
}

/** States the unit of every amount. */
function inDollars<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(inDollars) as Part;
  if (typeof part !== "object" || part === null) return part;
  const copy = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, inDollars(value)]));
  if (copy["format"] !== "dollars") return copy as Part;
  const { format: _, ...rest } = copy;
  return {
    ...rest,
    description: ["In dollars, at most two decimals.", copy["description"]].filter(Boolean).join(" "),
  } as Part;
}

/** Adds the rate limit headers to every answer. */
function tellLimits(operation: Operation): void {
  const limits = headersNamed("RateLimit", "RateLimit-Policy");
  operation.responses = Object.fromEntries(
    Object.entries(operation.responses ?? {}).map(([status, response]) => [
      status,
      { ...response, headers: { ...response.headers, ...limits } },
    ]),
  );
}

const PROOF =
  "refused with 403, `proof_needed`, unless the person of the session gave the password or a code in the last 10 minutes: send it to `POST /user/proof` and make the call again. A recovery code opens one call.";

/** The sentence that says whether a call asks for a fresh proof of identity. Empty if it never does. */
function proofOf({ operationId = "" }: Operation): string {
  const proof = CALL_PROOFS.get(operationId);
  if (proof === "always") return `Needs a fresh proof: ${PROOF}`;
  return proof === "sometimes" ? `May need a fresh proof: ${PROOF} No personal token can give one.` : "";
}

function whoMay({ security = [], operationId = "" }: Operation): string {
  const roles = security.flatMap((way) => Object.keys(way));
  const scope = CALL_SCOPES.get(operationId);
  const token =
    scope === "never"
      ? "No personal token opens it."
      : scope === "anyone"
        ? ""
        : `Scope of personal tokens: \`${scope}\`.`;
  if (roles.length === 0) return ["For anyone.", token].filter(Boolean).join(" ");
  if (roles.length === EVERY_ROLE.length) return `For every account. ${token}`;
  return `For ${roles.map((role) => `${role}s`).join(" and ")}. ${token}`;
}
