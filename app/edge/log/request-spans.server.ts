import type { IncomingMessage } from "node:http";
import type { RequestScope } from "~/platform/log.server";
import { theTracer } from "~/platform/tracing/tracing.server";
import type { Answer } from "./answer-log.server";

/**
 * Tells of every request as a span, which what is done for it stands below; undefined where nobody has asked for traces.
 * A `traceparent` is believed where proxies of ours are in front: anybody else could have all of their requests sampled.
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
