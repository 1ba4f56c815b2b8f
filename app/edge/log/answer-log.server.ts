import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { requestScope, type Log, type RequestScope } from "~/platform/log.server";

/** The facts about an answered request. They do not tell who sent it, or what for. */
export interface Answer {
  /** The response's `X-Request-Id`. */
  requestId: string;
  method: string;
  /** The route as the table of routes writes it, such as `/products/:id`; never the address itself. */
  route: string;
  /** 499: the client went away before the response was complete. */
  status: number;
  ms: number;
  /** Bytes that were sent, headers included. */
  bytes: number;
  /** The kind of account, or visitor. */
  account: string;
  cache?: "hit" | "miss";
}

const WENT_AWAY = 499;
const CALL = /^\/api\/v1(\/|$)/;
/** Monitoring requests these every few seconds. */
const WATCHED = /^\/(healthz|readyz|metrics)$/;
const NO_ROUTE = "none";

/**
 * Calls each of `listeners` with every answered request, except files of the build and requests of monitoring. `match`
 * returns the paths of the routes that a path of the site fits, outermost first. `beginSpan` is called at the beginning
 * of a request, and the function that it returns at its end. A page from the page cache has no scope: its id is passed.
 */
export function watchAnswers(
  match: (pathname: string) => (string | undefined)[] | undefined,
  listeners: ((answer: Answer) => void)[],
  beginSpan?: (request: IncomingMessage, scope: RequestScope | undefined) => (answer: Answer) => void,
) {
  // Most requests are for few addresses, and finding a route takes longer than answering from the page cache.
  const routes = new LRUCache<string, string>({ max: 2000 });
  const routeOf = (pathname: string): string => {
    const cachedRoute = routes.get(pathname);
    if (cachedRoute) return cachedRoute;
    const paths = match(pathname)?.filter((path) => path !== undefined && path !== "");
    const route = paths ? `/${paths.join("/")}`.replaceAll("//", "/") : NO_ROUTE;
    routes.set(pathname, route);
    return route;
  };
  if (listeners.length === 0 && !beginSpan) return () => undefined;
  return (request: IncomingMessage, response: ServerResponse, hitId?: string): void => {
    const { method = "", url = "", socket } = request;
    const path = url.split("?", 1)[0] ?? "";
    if (WATCHED.test(path) || path.startsWith("/assets/")) return;
    const [startedAt, before] = [performance.now(), socket.bytesWritten];
    const scope = requestScope();
    const endSpan = beginSpan?.(request, scope);
    response.once("close", () => {
      const cache = hitId ? "hit" : scope?.cache;
      const answer: Answer = {
        requestId: hitId ?? scope?.requestId ?? "",
        method,
        route: CALL.test(path) ? (scope?.call ?? "/api/v1/*") : routeOf(path),
        status: response.writableFinished ? response.statusCode : WENT_AWAY,
        ms: Math.round((performance.now() - startedAt) * 10) / 10,
        bytes: socket.bytesWritten - before,
        account: scope?.account ?? "visitor",
        ...(cache && { cache }),
      };
      for (const listener of listeners) listener(answer);
      endSpan?.(answer);
    });
  };
}

/** Writes one line of the log for each answered request. */
export function requestLine(log: Log): (answer: Answer) => void {
  return (answer) => log.info(answer, "request");
}
