import type { IncomingMessage } from "node:http";
import type { RequestScope } from "~/platform/log.server";
import { theTracer } from "~/platform/tracing/tracing.server";
import type { Answer } from "./answer-log.server";

/**
 * Reports every request as a span, with the spans of its work below it; undefined where no traces are wanted. A
 * `traceparent` is accepted only behind proxies of ours. Otherwise anybody could have all of their requests sampled.
 */
export function requestSpans({ trustProxy }: { trustProxy: number }) {
  const tracer = theTracer();
  if (!tracer) return undefined;
  return (request: IncomingMessage, scope: RequestScope | undefined): ((answer: Answer) => void) => {
    const span = tracer.startRequest(
      { "http.request.method": request.method ?? "" },
      trustProxy > 0 ? request.headers : null,
    );
    if (scope) scope.span = span;
    return ({ method, route, status, account, requestId, cache }) => {
      span.updateName(`${method} ${route}`);
      span.setAttributes({
        "http.route": route,
        "http.response.status_code": status,
        "fieldstall.account": account,
        "fieldstall.request_id": requestId,
        ...(cache && { "fieldstall.cache": cache }),
      });
      if (status >= 500) tracer.fail(span, String(status));
      span.end();
    };
  };
}
