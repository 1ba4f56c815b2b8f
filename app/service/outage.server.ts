import { ApiFailure } from "~/api/client";
import { requestScope } from "~/platform/log.server";

/*
 * Remix answers every page that fails with 500 and forgets why. A page that failed because the database, or another
 * part it stands on, is out of reach will work again by itself: programs and search engines are told so.
 */

/** Remembers, for the request that is being answered, that a call of its page was refused for now. */
export function noteOutage(error: unknown): void {
  const scope = requestScope();
  if (scope && error instanceof ApiFailure && error.status === 503)
    scope.outage = { sentence: error.message, retryAfter: error.retryAfter ?? "5" };
}

/** The status to answer with: 503 and when to ask again, where an outage made the page fail; else the one given. */
export function outageOr(status: number, headers: Headers): number {
  const outage = requestScope()?.outage;
  if (status !== 500 || !outage) return status;
  headers.set("Retry-After", outage.retryAfter);
  return 503;
}
