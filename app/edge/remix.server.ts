import type { Step } from "./context.server";
import { asyncHandler } from "./http/async-handler";
import { sendFetchResponse } from "./http/fetch-adapter.server";

/** Lets Remix answer what no earlier step has answered. */
export const remix: Step = ({ renderer, toFetchRequest }) =>
  asyncHandler(async (request, response) =>
    sendFetchResponse(response, await renderer.render(toFetchRequest(request, response))),
  );
