import { ApiFailure } from "~/api/client";
import { requestScope } from "~/platform/log.server";
import { outageOf } from "~/platform/outage";

/*
 * Remix answers every failed page with 500 and drops the reason. A page that failed because the database, or another
 * part it needs, is unreachable will work again by itself. Programs and search engines are told so with 503.
 */

/**
 * Notes an outage in the current request: a call of its page was answered with 503, or an outage made the page itself
 * fail.
 */
export function noteOutage(error: unknown): void {
  const outage = outageFor(error);
  const scope = requestScope();
  if (scope && outage) scope.outage = outage;
}

function outageFor(error: unknown): { sentence: string; retryAfter: string } | null {
  if (error instanceof ApiFailure)
    return error.status === 503 ? { sentence: error.message, retryAfter: error.retryAfter ?? "5" } : null;
  const outage = outageOf(error);
  return outage && { sentence: outage.item.message, retryAfter: outage.retryAfter };
}

/** The status to answer with: 503 with `Retry-After` if an outage made the page fail, else the given status. */
export function outageOr(status: number, headers: Headers): number {
  const outage = requestScope()?.outage;
  if (status !== 500 || !outage) return status;
  headers.set("Retry-After", outage.retryAfter);
  return 503;
}

/** The same for a response of Remix. If it is no page, such as a sitemap, its text becomes the outage's sentence. */
export function withOutage(answer: Response): Response {
  const headers = new Headers(answer.headers);
  const status = outageOr(answer.status, headers);
  if (status === answer.status) return answer;
  const isText = headers.get("Content-Type")?.startsWith("text/plain");
  return new Response(isText ? requestScope()?.outage?.sentence : answer.body, { status, headers });
}
