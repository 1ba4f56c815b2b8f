import { ApiFailure } from "~/api/client";
import { requestScope } from "~/platform/log.server";
import { outageOf } from "~/platform/outage";

/*
 * Remix answers every page that fails with 500 and forgets why. A page that failed because the database, or another
 * part it stands on, is out of reach will work again by itself: programs and search engines are told so.
 */

/**
 * Remembers, for the request that is being answered, that a call of its page was refused for now, or that the page failed
 * itself for an outage.
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

/** The status to answer with: 503 and when to ask again, where an outage made the page fail; else the one given. */
export function outageOr(status: number, headers: Headers): number {
  const outage = requestScope()?.outage;
  if (status !== 500 || !outage) return status;
  headers.set("Retry-After", outage.retryAfter);
  return 503;
}

/** The same for an answer as Remix has made it; for what is no page, such as a sitemap, it makes one of its own. */
export function withOutage(answer: Response): Response {
  const headers = new Headers(answer.headers);
  const status = outageOr(answer.status, headers);
  if (status === answer.status) return answer;
  const isText = headers.get("Content-Type")?.startsWith("text/plain");
  return new Response(isText ? requestScope()?.outage?.sentence : answer.body, { status, headers });
}
