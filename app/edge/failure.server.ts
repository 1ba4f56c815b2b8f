import type { ErrorRequestHandler } from "express";
import { outageOf } from "~/platform/outage";
import type { EdgeContext } from "./context.server";

/** Answers a failed step with a sentence, and logs our own failures. An outage gets 503 and `Retry-After`. */
export const failure =
  ({ services }: EdgeContext): ErrorRequestHandler =>
  (error: unknown, _, response, next) => {
    const { status } = error as { status?: number };
    if (response.headersSent) return next(error);
    if (status && status < 500) {
      response
        .status(status)
        .type("text/plain")
        .send(status === 404 ? "Not found." : "The request could not be read.");
      return;
    }
    services.log.error({ requestId: response.getHeader("X-Request-Id"), err: error }, "a page failed");
    const outage = outageOf(error);
    if (outage) response.set("Retry-After", outage.retryAfter);
    response
      .status(outage ? 503 : 500)
      .type("text/plain")
      .send(outage?.item.message ?? "Something went wrong on our side. Please try again.");
  };
