import { randomUUID } from "node:crypto";
import { inRequestScope } from "~/platform/log.server";
import type { Step } from "./context.server";
import { addressKey } from "./http/client-address";

/** An id of 24 hex characters, of random bytes that Node keeps ready: each response needs one. */
export const newRequestId = () => randomUUID().replaceAll("-", "").slice(0, 24);

/** Gives every request its id, its client's address and a count of statements. The log and the limits read them. */
export const scope: Step = () => (request, response, next) => {
  const requestScope = { requestId: newRequestId(), clientAddress: addressKey(request.ip), statements: 0 };
  response.setHeader("X-Request-Id", requestScope.requestId);
  inRequestScope(requestScope, next);
};
