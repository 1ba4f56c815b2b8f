import { createRequestHandler, type AppLoadContext, type ServerBuild } from "@remix-run/node";
import type { Config } from "~/platform/config.server";
import { answerInPlace } from "./answer-in-place.server";
import { withOutage } from "./outage.server";

/** Remix as the steps use it. */
export interface Renderer {
  /** Has Remix answer a request. */
  render(request: Request, context?: AppLoadContext): Promise<Response>;
  /** Has Remix render the page at an address as a visitor without cookies sees it. */
  renderForVisitors(address: string, context?: AppLoadContext): Promise<Response>;
}

export function openRenderer(build: ServerBuild, { publicUrl }: Pick<Config, "publicUrl">): Renderer {
  const handle = createRequestHandler(build, "production");
  const render = async (request: Request, context: AppLoadContext = {}) =>
    answerInPlace(request, withOutage(await handle(request, context)));
  return {
    render,
    renderForVisitors: (address, context) => render(new Request(new URL(address, publicUrl)), context),
  };
}
