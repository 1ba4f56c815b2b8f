import { sendAnswer } from "./cache/send-answer.server";
import { isAnonymous } from "./cache/cached-answers.server";
import type { Step } from "./context.server";
import { asyncHandler } from "./http/async-handler";
import { answerCall } from "./resources/answer-call.server";

/** Paths of API calls. They use nothing that pages are rendered with. */
const CALL = /^\/api\/v1(\/|$)/;

/** Answers API calls. A call without a token and cookies may be answered from the cache. */
export const calls: Step = (context) =>
  asyncHandler(async (request, response, next) => {
    if (!CALL.test(request.path)) return next();
    const call = () => answerCall(context.toFetchRequest(request, response));
    const answer = isAnonymous(request) ? await context.cache.call(request.originalUrl, call) : await call();
    await sendAnswer(context, request, response, answer);
  });
