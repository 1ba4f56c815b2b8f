import { sendAnswer } from "./cache/send-answer.server";
import { isAnonymous } from "./cache/cached-answers.server";
import type { Step } from "./context.server";
import { asyncHandler } from "./http/async-handler";
import { answerCall } from "./resources/answer-call.server";

/** Calls of the service need nothing of what pages are made of. */
const CALL = /^\/api\/v1(\/|$)/;

/** Answers calls of the service. One that asks as nobody is answered from the cache, as everybody is. */
export const calls: Step = (context) =>
  asyncHandler(async (request, response, next) => {
    if (!CALL.test(request.path)) return next();
    const call = () => answerCall(context.toFetchRequest(request, response));
    const answer = isAnonymous(request) ? await context.cache.call(request.originalUrl, call) : await call();
    await sendAnswer(context, request, response, answer);
  });
