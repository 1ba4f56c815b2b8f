import type { RequestListener } from "node:http";
import { isVisitor, readsOnly } from "./cache/cached-answers.server";
import type { EdgeContext } from "./context.server";
import { textsInMemory } from "./files/built-files.server";
import { newRequestId } from "./scope.server";

/**
 * Answers a script, a style or a cached page from memory, without any of the steps. Every other request goes through
 * the steps of `site`.
 */
export function fastPath(
  { clientFolder, files, cache, noteAnswer, sendCached }: EdgeContext,
  site: RequestListener,
): RequestListener {
  const textOf = textsInMemory(clientFolder, files);
  return (request, response) => {
    const { url = "" } = request;
    const text = readsOnly(request) ? textOf(url) : null;
    const answer = text ?? (isVisitor(request) ? cache.find(url) : undefined);
    if (!answer) return site(request, response);
    const requestId = newRequestId();
    noteAnswer(request, response, requestId);
    sendCached(request, response, answer, true, requestId);
  };
}
