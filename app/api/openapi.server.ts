import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Config } from "~/platform/config.server";
import type { ApiEnv } from "~/platform/http/api.server";

const DESCRIPTION = `The service behind the marketplace; every screen of it is made of these calls.

- **Token**: send what \`POST /user/login\` answers in \`Authorization\`, as it is (\`Bearer\` in front is accepted).
- **Answers**: one object is \`{ "data": {…} }\`, a page \`{ "data": { "docs": […], "page", "hasNextPage", "total" } }\`.
- **Money** is dollars with at most two decimals, **times** are ISO 8601 UTC, **ids** 24 hex characters.
- **Idempotency-Key**: any call that changes something may carry one (8 to 128 letters, digits, - or _). Sent again with the same payload it answers the same and does nothing twice; with another payload 422; while the first is running 409.
- **Refusals** are \`{ "error": [ { "message", "field", "code" } ], "requestId" }\`; \`code\` is stable.`;

const FAILURES: Record<string, string> = {
  400: "Cannot be read.",
  401: "No token, or a dead one.",
  403: "The role may not do this.",
  404: "Absent, or not yours.",
  409: "In conflict with what is there.",
  413: "Too large.",
  415: "Wrong content type.",
  422: "Not valid; `field` names what is wrong.",
  429: "Too many tries; see Retry-After.",
  503: "Out of reach for a moment; see Retry-After.",
};

const problem = {
  type: "object",
  required: ["error", "requestId"],
  properties: {
    error: {
      type: "array",
      items: {
        type: "object",
        required: ["message", "code"],
        properties: { message: { type: "string" }, code: { type: "string" }, field: { type: "string" } },
      },
    },
    requestId: { type: "string" },
  },
};

/** Answers the OpenAPI 3.1 document, made from the same schemas that check the payloads, at /api/v1/openapi.json. */
export function describe(
  api: OpenAPIHono<ApiEnv, never, "/api/v1"> | OpenAPIHono<ApiEnv, any, any>,
  config: Config,
): void {
  api.openAPIRegistry.registerComponent("securitySchemes", "token", {
    type: "apiKey",
    in: "header",
    name: "Authorization",
  });
  let document: object | null = null;
  api.get("/openapi.json", (c) => {
    document ??= withFailures(
      api.getOpenAPI31Document({
        openapi: "3.1.0",
        info: { title: `${config.market.name} API`, version: "1", description: DESCRIPTION },
        servers: [{ url: config.publicUrl }],
      }),
    );
    return c.json(document, 200, { "Cache-Control": "public, max-age=300" });
  });
}

/** Every call may be refused in the same ways; written here once instead of at each. */
function withFailures(document: ReturnType<OpenAPIHono["getOpenAPI31Document"]>): object {
  const failures = Object.fromEntries(
    Object.keys(FAILURES).map((status) => [status, { $ref: `#/components/responses/${status}` }]),
  );
  for (const path of Object.values(document.paths ?? {})) {
    for (const method of ["get", "post", "put", "patch", "delete"] as const) {
      const operation = path[method];
      if (operation) operation.responses = { ...operation.responses, ...failures };
    }
  }
  const responses = Object.fromEntries(
    Object.entries(FAILURES).map(([status, description]) => [
      status,
      {
        description,
        content: { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } },
      },
    ]),
  );
  return {
    ...document,
    components: { ...document.components, schemas: { ...document.components?.schemas, Refusal: problem }, responses },
  };
}
