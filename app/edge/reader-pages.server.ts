import { isAnonymous } from "./cache/cached-answers.server";
import type { Step } from "./context.server";
import { asyncHandler } from "./http/async-handler";
import { sendReaderPage } from "./templates/send-reader-page.server";
import { templatePages } from "./templates/template-pages.server";

/** Answers public pages for people who are signed in or have other cookies: the template of the page is filled in. */
export const readerPages: Step = ({ services, config, build, renderer }) => {
  const pageFor = templatePages(
    () => services.dialect.changes(),
    (address, template, carries) => renderer.renderForVisitors(address, { template, carries }),
    config.memoryBytes,
    build.assets.version,
  );
  return asyncHandler(async (request, response, next) => {
    const page = isAnonymous(request) ? null : await pageFor(request, request.originalUrl);
    if (!page) return next();
    await sendReaderPage(request, response, page);
  });
};
