import type { Response } from "express";
import type { RefusalItem } from "~/platform/refusal";

/**
 * Answers a request that is refused in front of all pages and calls: a call in the error format of the API's document,
 * any other request with the sentence as plain text.
 */
export function answerRefused(response: Response, status: number, { message, code }: RefusalItem): void {
  response.status(status);
  if (response.req.url.startsWith("/api/"))
    response.json({ error: [{ message, code }], requestId: response.getHeader("X-Request-Id") });
  else response.type("text/plain").send(message);
}
