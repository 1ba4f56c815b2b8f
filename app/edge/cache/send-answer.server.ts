import type { Request, Response } from "express";
import { requestScope } from "~/platform/log.server";
import type { EdgeContext } from "../context.server";
import { sendFetchResponse } from "../http/fetch-adapter.server";
import { isCached, type CachedPage } from "./page-cache.server";

/** Sends a cached page just as the next visitor will get it. A response to one client alone is sent as it is. */
export async function sendAnswer(
  { cache, sendCached }: Pick<EdgeContext, "cache" | "sendCached">,
  request: Request,
  response: Response,
  answer: CachedPage | globalThis.Response,
): Promise<void> {
  if (!isCached(answer)) return sendFetchResponse(response, answer);
  const scope = requestScope();
  if (scope) scope.cache = "miss";
  sendCached(request, response, answer, cache.isTrue(answer), String(response.getHeader("X-Request-Id")));
}
