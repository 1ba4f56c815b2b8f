import type { NextFunction, Request, RequestHandler, Response } from "express";

/** Makes an Express step of an async function. Its failure goes on to the last step, which answers failures. */
export function asyncHandler(
  handle: (request: Request, response: Response, next: NextFunction) => Promise<void>,
): RequestHandler {
  return (request, response, next) => {
    handle(request, response, next).catch(next);
  };
}
