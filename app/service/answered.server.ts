import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { requestScope, type Log, type RequestScope } from "~/platform/log.server";

/** What is told of a request that was answered: nothing that says who has asked, or what for. */
export interface Answer {
  /** As the answer's own `X-Request-Id`. */
  requestId: string;
  method: string;
  /** As the table of routes writes it, such as `/products/:id`; never the address itself. */
  route: string;
  /** 499: whoever asked went away before the answer was whole. */
  status: number;
  ms: number;
  /** As they went over the line, headers included. */
  bytes: number;
  /** The kind of account, or visitor. */
  account: string;
  cache?: "hit" | "miss";
}

const WENT_AWAY = 499;
const CALL = /^\/api\/v1(\/|$)/;
/** Asked every few seconds, by who watches over the server. */
const WATCHED = /^\/(healthz|readyz|metrics)$/;
const NO_ROUTE = "none";

/**
 * Tells of every request, once it is answered, to each of `told`; not of files of the build and of who watches over the
 * server. `match` answers the paths of the routes that a path of the site fits, outermost first. `beginSpan` hears of
 * each request at its beginning, and what it answers of its end. A page that the page cache had has no scope: its id is
 * handed over.
 */
export function answered(
  match: (pathname: string) => (string | undefined)[] | undefined,
  told: ((answer: Answer) => void)[],
  beginSpan?: (request: IncomingMessage, scope: RequestScope | undefined) => (answer: Answer) => void,
) {
  // Most requests are for few addresses, and finding a route takes longer than answering from the page cache.
  const known = new LRUCache<string, string>({ max: 2000 });
  const routeOf = (pathname: string): string => {
    const kept = known.get(pathname);
    if (kept) return kept;
    const paths = match(pathname)?.filter((path) => path !== undefined && path !== "");
    const route = paths ? `/${paths.join("/")}`.replaceAll("//", "/") : NO_ROUTE;
    known.set(pathname, route);
    return route;
  };
  if (told.length === 0 && !beginSpan) return () => undefined;
  return (request: IncomingMessage, response: ServerResponse, hitId?: string): void => {
    const { method = "", url = "", socket } = request;
    const path = url.split("?", 1)[0] ?? "";
    if (WATCHED.test(path) || path.startsWith("/assets/")) return;
    const [begun, before] = [performance.now(), socket.bytesWritten];
    const scope = requestScope();
    const endSpan = beginSpan?.(request, scope);
    response.once("close", () => {
      const cache = hitId ? "hit" : scope?.cache;
      const answer: Answer = {
        requestId: hitId ?? scope?.requestId ?? "",
        method,
        route: CALL.test(path) ? (scope?.call ?? "/api/v1/*") : routeOf(path),
        status: response.writableFinished ? response.statusCode : WENT_AWAY,
        ms: Math.round((performance.now() - begun) * 10) / 10,
        bytes: socket.bytesWritten - before,
        account: scope?.account ?? "visitor",
        ...(cache && { cache }),
      };
      for (const tell of told) tell(answer);
      endSpan?.(answer);
    });
  };
}

/** Writes one line of the log for each. */
export function requestLine(log: Log): (answer: Answer) => void {
  return (answer) => log.info(answer, "request");
}
