import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ApiEnv } from "~/platform/http/api.server";
import { outageOf } from "~/platform/outage";
import { Refusal, type RefusalItem, type RefusalStatus } from "~/platform/refusal";

/** Refusals by the framework, before any rule of ours runs. */
const FRAMEWORK: Partial<Record<number, RefusalItem>> = {
  400: { message: "The request could not be read.", code: "unreadable" },
  404: { message: "There is no such call.", code: "unknown_call" },
  413: { message: "The request is too large.", code: "too_large" },
  415: {
    message: "Send application/json, or multipart/form-data where a file belongs to the call.",
    code: "wrong_content_type",
  },
};
const BROKEN: RefusalItem = {
  message: "Something went wrong on our side. Nothing was changed; please try again.",
  code: "internal",
};

/** Turns any error of a call into the documented answer. Logs outages and unforeseen errors as errors. */
export function answerFailure(error: Error, c: Context<ApiEnv>): Response {
  if (error instanceof Refusal) return answer(c, error.status, error.items, error.headers, error.versions);
  if (error instanceof HTTPException && error.status < 500) {
    const status = error.status in FRAMEWORK ? error.status : 400;
    return answer(c, status as RefusalStatus, [FRAMEWORK[status] as RefusalItem]);
  }
  const outage = outageOf(error);
  if (outage) {
    c.var.services.log.error({ requestId: c.var.requestId, reason: error.message }, outage.event);
    return answer(c, 503, [outage.item], { "Retry-After": outage.retryAfter });
  }
  c.var.services.log.error(
    { requestId: c.var.requestId, method: c.req.method, path: c.req.path, err: error },
    "a call failed",
  );
  return answer(c, 500, [BROKEN]);
}

export function answerUnknownCall(c: Context<ApiEnv>): Response {
  return answer(c, 404, [FRAMEWORK[404] as RefusalItem]);
}

function answer(
  c: Context<ApiEnv>,
  status: RefusalStatus,
  items: RefusalItem[],
  headers: Record<string, string> = {},
  versions?: Refusal["versions"],
): Response {
  return c.json({ error: items, requestId: c.var.requestId, ...(versions && { versions }) }, status, headers);
}
