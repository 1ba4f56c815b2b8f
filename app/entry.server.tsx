import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import sheets from "virtual:page-sheets";
import { renderedText } from "~/platform/http/rendered-text.server";
import { withUsedStyles } from "~/platform/http/used-styles.server";
import { stripeHosts, type CardHosts } from "~/platform/cards/stripe-hosts";
import { requestScope } from "~/platform/log.server";
import { cardProviderOf } from "~/routes/shared/card-provider-handle";
import { sayForWhom } from "~/edge/page/device-copy.server";
import { OutageContext } from "~/routes/shared/failure";
import { PAGE, PAGE_FAILED } from "~/ui/page-scripts/contract";
import { noteOutage, outageOr } from "~/edge/page/outage.server";
import { tellsOfSheets } from "~/edge/page/sheets-cookie.server";
import { theService } from "~/service/the-service.server";

// The exports that server.ts takes from the build.
export * as edge from "~/edge/steps.server";
export { isStartupError } from "~/platform/startup-error";
export { listen } from "~/service/listen.server";
export { endOnFailure, stopGracefully } from "~/service/stop.server";
export { theService } from "~/service/the-service.server";
/** The commands that scripts in scripts/ run. */
export const commands = () => import("~/service/commands.server");

const PATIENCE = 10_000;

/** Renders a whole page before a byte of it is sent: complete HTML, with a policy that allows no inline script. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext?: AppLoadContext,
): Promise<Response> {
  let answered = status;
  let patience: NodeJS.Timeout | undefined;
  const rendered = await new Promise<Buffer>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <OutageContext.Provider value={requestScope()?.outage?.sentence ?? null}>
        <RemixServer context={context} url={request.url} />
      </OutageContext.Provider>,
      {
        onAllReady() {
          // Also called after the shell has failed: then there is nothing to read, and nobody waits for it.
          buffer(pipe(new PassThrough())).then(resolve, reject);
        },
        onShellError: reject,
        onError() {
          answered = 500;
        },
      },
    );
    patience = setTimeout(abort, PATIENCE).unref();
  }).finally(() => clearTimeout(patience));
  const linked = renderedText(rendered);
  const { config } = await theService();
  const asked = request.headers.get("Cookie");
  // A request without a cookie is a first visit. Its page is cached for all of them, so it sets no cookie.
  const told = asked === null ? null : await tellsOfSheets(asked, context.manifest.version, config);
  const carries = loadContext?.["template"] ? loadContext["carries"] === true : asked === null || told !== null;
  const { html, sources: styles } = withUsedStyles(linked, carries ? sheets : {});
  if (told !== null && html !== linked) headers.append("Set-Cookie", told);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set(PAGE, context.staticHandlerContext.errors ? PAGE_FAILED : "shown");
  headers.set("Content-Security-Policy", policyFor({ styles, files: await filesHost() }, await cardHosts(context)));
  // The page for a request with cookies is for that reader alone.
  if (request.headers.has("Cookie") || !headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-cache");
  await sayForWhom(request, headers, config);
  headers.append("Vary", "Cookie");
  const scope = requestScope();
  if (scope) headers.set("Server-Timing", `db;desc="${scope.statements} statements"`);
  return new Response(request.method === "HEAD" ? null : html, {
    status: outageOr(answered, headers),
    headers,
  });
}

/** Data that scripts fetch instead of a page is as private as the page. */
export async function handleDataRequest(response: Response, { request }: { request: Request }): Promise<Response> {
  if (request.headers.has("Cookie")) response.headers.set("Cache-Control", "private, no-cache");
  response.headers.append("Vary", "Cookie");
  await sayForWhom(request, response.headers, (await theService()).config);
  const status = outageOr(response.status, response.headers);
  return status === response.status ? response : new Response(response.body, { status, headers: response.headers });
}

/**
 * The hosts of the card provider that a page may reach: none, unless the page says that it needs them and the provider
 * has hosts of its own.
 */
async function cardHosts({
  routeModules,
  staticHandlerContext: { matches },
}: EntryContext): Promise<Partial<CardHosts>> {
  const reach = matches
    .map((match) => cardProviderOf(routeModules[match.route.id]?.handle))
    .find((wanted) => wanted !== null);
  const { stripe } = reach ? (await theService()).config : { stripe: null };
  if (!stripe) return {};
  const hosts = stripeHosts(stripe);
  if (reach === "payouts") return { form: hosts.payouts };
  return reach === "script" ? hosts : { form: hosts.form };
}

/** The hosts that show pictures and videos, besides the shop itself. */
async function filesHost(): Promise<string[]> {
  const { publicUrl } = (await theService()).config.files;
  return publicUrl === null ? [] : [new URL(publicUrl).origin];
}

/**
 * The policy of a page: scripts of the shop's own files alone, its own styles, the hosts of its pictures, and the hosts
 * of the card provider that it may reach.
 */
function policyFor(
  { styles, files }: Record<"styles" | "files", string[]>,
  { script = [], frame = [], connect = [], form = [] }: Partial<CardHosts>,
): string {
  const development = import.meta.env.DEV;
  return [
    "default-src 'self'",
    ["script-src 'self'", ...(development ? ["'unsafe-inline'"] : []), ...script].join(" "),
    ["style-src 'self'", ...(development ? ["'unsafe-inline'"] : styles)].join(" "),
    ["img-src 'self' data: blob:", ...files].join(" "),
    ...(files.length > 0 ? [["media-src 'self'", ...files].join(" ")] : []),
    ["connect-src 'self'", ...(development ? ["ws:"] : []), ...connect].join(" "),
    ...(frame.length > 0 ? [["frame-src", ...frame].join(" ")] : []),
    ["form-action 'self'", ...form].join(" "),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    // Not where the card provider's script runs, which we do not write.
    ...(development || script.length > 0
      ? []
      : ["require-trusted-types-for 'script'", "trusted-types default in-place"]),
  ].join("; ");
}

/** Logs a failure of a loader or of rendering, but neither a refusal nor a request that was aborted. */
export async function handleError(error: unknown, { request }: { request: Request }): Promise<void> {
  noteOutage(error);
  const status = (error as { status?: unknown } | null)?.status;
  if (request.signal.aborted || (typeof status === "number" && status < 500)) return;
  const { services } = await theService();
  services.log.error({ method: request.method, path: new URL(request.url).pathname, err: error }, "a page failed");
}
