import type { Step } from "./context.server";
import { asyncHandler } from "./http/async-handler";
import { READING, readLimit } from "./rate-limit/read-limit.server";
import { isUnlimited } from "./rate-limit/unlimited";

/** Limits how many pages and calls a client reads per minute. The fast path and files do not count. */
export const rateLimit: Step = ({ clientOf }) => {
  const mayRead = readLimit(READING);
  return asyncHandler(async (request, response, next) => {
    const client = isUnlimited(request.path) ? null : clientOf(request);
    if (client === null || (await mayRead(response, client))) next();
  });
};
