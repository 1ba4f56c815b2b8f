import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServerBuild } from "@remix-run/node";
import type { Request, RequestHandler, Response } from "express";
import type { Service } from "~/api/in-process.server";
import { cachedAnswers } from "./cache/cached-answers.server";
import { pageCache, type PageCache } from "./cache/page-cache.server";
import { purgeOnChange } from "./cache/purge.server";
import { builtFiles } from "./files/built-files.server";
import { addressKey } from "./http/client-address";
import { commonHeaders } from "./http/common-headers";
import { toFetchRequest } from "./http/fetch-adapter.server";
import { originFor } from "./http/own-origin.server";
import { requestLine, watchAnswers } from "./log/answer-log.server";
import { openMetrics, type Metrics } from "./log/metrics.server";
import { requestSpans } from "./log/request-spans.server";
import { routeMatcher } from "./log/route-matcher";
import { openRenderer, type Renderer } from "./page/renderer.server";

/** The parts that several steps of a request share, built once at the start. */
export interface EdgeContext extends Service {
  build: ServerBuild;
  /** The headers of every response. */
  headers: readonly [name: string, value: string][];
  /** The folder of the browser's files, and their addresses. */
  clientFolder: string;
  files: ReadonlySet<string>;
  /** Null where METRICS is not set. */
  metrics: Metrics | null;
  /** Reports a request to the log, the metrics and the traces at its end. A request without a scope passes its id. */
  noteAnswer(request: IncomingMessage, response: ServerResponse, requestId?: string): void;
  cache: PageCache;
  sendCached: ReturnType<typeof cachedAnswers>;
  renderer: Renderer;
  /** The key by which limits count a client; null where LIMITS is off. */
  clientOf(request: Request): string | null;
  /** The request as Remix and the service read it. */
  toFetchRequest(request: Request, response: Response): globalThis.Request;
}

/** Makes a step: the handler that Express calls with each request. `server.ts` lists the steps in order. */
export type Step = (context: EdgeContext) => RequestHandler;

/** Builds the parts that the steps share. `clientFolder` has the browser's files of the build. */
export async function openEdge(service: Service, build: ServerBuild, clientFolder: string): Promise<EdgeContext> {
  const { config, services } = service;
  const changes = () => services.dialect.changes();
  const headers = commonHeaders(config, build.assets.version);
  const metrics = config.metrics && (await openMetrics(services, config.metrics));
  if (config.cdn) purgeOnChange(changes(), config.cdn, services.log);
  return {
    ...service,
    build,
    headers,
    clientFolder,
    files: builtFiles(clientFolder, config.serviceWorker),
    metrics,
    noteAnswer: watchAnswers(
      routeMatcher(build),
      [...(services.log.isLevelEnabled("info") ? [requestLine(services.log)] : []), ...(metrics ? [metrics.note] : [])],
      requestSpans(config),
    ),
    cache: pageCache(changes, config.memoryBytes),
    sendCached: cachedAnswers(headers, config.cdn !== null),
    renderer: openRenderer(build, config),
    clientOf: (request) => (config.limits ? addressKey(request.ip) : null),
    toFetchRequest: (request, response) => toFetchRequest(request, response, originFor(request, config)),
  };
}
