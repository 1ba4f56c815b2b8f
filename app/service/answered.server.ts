import type { NextFunction, Request, Response } from "express";
import { LRUCache } from "lru-cache";
import { requestScope } from "~/platform/log.server";

/** What is told of a request that was answered: nothing that says who has asked, or what for. */
export interface Answer {
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
 * server. `match` answers the paths of the routes that a path of the site fits, outermost first.
 */
export function answered(
  match: (pathname: string) => (string | undefined)[] | undefined,
  told: ((answer: Answer) => void)[],
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
  return (request: Request, response: Response, next: NextFunction): void => {
    const { path, method, socket } = request;
    if (WATCHED.test(path) || path.startsWith("/assets/")) return next();
    const [begun, before] = [performance.now(), socket.bytesWritten];
    const scope = requestScope();
    response.once("close", () => {
      const cache = response.locals["cache"] as Answer["cache"];
      const answer: Answer = {
        requestId: scope?.requestId ?? "",
        method,
        route: CALL.test(path) ? (scope?.call ?? "/api/v1/*") : routeOf(path),
        status: response.writableFinished ? response.statusCode : WENT_AWAY,
        ms: Math.round((performance.now() - begun) * 10) / 10,
        bytes: socket.bytesWritten - before,
        account: scope?.account ?? "visitor",
        ...(cache && { cache }),
      };
      for (const tell of told) tell(answer);
    });
    next();
  };
}
