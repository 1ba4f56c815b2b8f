import { isAnonymous } from "./cache/cached-answers.server";
import { isPublicAddress } from "./cache/public-addresses";
import { sendAnswer } from "./cache/send-answer.server";
import type { Step } from "./context.server";
import { asyncHandler } from "./http/async-handler";

/**
 * Answers visitors without cookies. A public page is the same for all of them: it is rendered once, and cached with its
 * compressed forms.
 */
export const cachedPages: Step = (context) => {
  const { cache, renderer, toFetchRequest } = context;
  return asyncHandler(async (request, response, next) => {
    if (!isAnonymous(request)) return next();
    // The page is rendered for the same address that it is cached under.
    const address = (request.originalUrl = cache.keyOf(request.originalUrl));
    const page = await cache.page(address, () =>
      // Other requests wait for the same page, so the first one's lost connection must not abort it.
      isPublicAddress(address)
        ? renderer.renderForVisitors(address)
        : renderer.render(toFetchRequest(request, response)),
    );
    await sendAnswer(context, request, response, page);
  });
};
