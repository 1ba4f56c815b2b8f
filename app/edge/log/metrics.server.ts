import { createServer } from "node:http";
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Config } from "~/platform/config.server";
import type { Services } from "~/platform/services.server";
import type { Answer } from "./answer-log.server";
import { figures } from "./figures.server";

export interface Metrics {
  /** Counts a request that was answered. */
  note(answer: Answer): void;
  /** Answers /metrics on the shop's own port: with the figures for a request with the token, else with 404. */
  answer(request: IncomingMessage, response: ServerResponse): void;
}

/** In seconds: pages from memory take a thousandth, pages that ask the card provider may take several. */
const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Counts what the shop does, and reports it in the format of Prometheus. The package is loaded only here, so a shop
 * without metrics does not pay for it.
 */
export async function openMetrics(
  services: Services,
  { port, token }: NonNullable<Config["metrics"]>,
): Promise<Metrics> {
  const prometheus = await import("prom-client");
  const register = new prometheus.Registry();
  prometheus.collectDefaultMetrics({ register });
  const requests = new prometheus.Histogram({
    name: "fieldstall_request_seconds",
    help: "How long requests took, by route.",
    labelNames: ["method", "route", "status", "cache"],
    buckets: BUCKETS,
    registers: [register],
  });
  const bytes = new prometheus.Counter({
    name: "fieldstall_response_bytes_total",
    help: "Bytes that went out.",
    registers: [register],
  });
  figures(services, prometheus, register);

  async function tell(response: ServerResponse): Promise<void> {
    try {
      response.setHeader("Content-Type", register.contentType);
      response.end(await register.metrics());
    } catch (error) {
      services.log.warn({ reason: String(error) }, "the figures could not be told");
      response.writeHead(503, { "Retry-After": "5" }).end();
    }
  }

  if (port) await listen(port, services, (_request, response) => void tell(response));
  return {
    note({ method, route, status, ms, bytes: sentBytes, cache = "none" }) {
      requests.observe({ method, route, status, cache }, ms / 1000);
      bytes.inc(sentBytes);
    },
    answer(request, response) {
      if (token && isSame(request.headers.authorization ?? "", `Bearer ${token}`)) return void tell(response);
      response.writeHead(404, { "Content-Type": "text/plain" }).end("Not found.");
    },
  };
}

function isSame(candidate: string, secret: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(candidate), digest(secret));
}

/** Serves the figures on a port of their own, which must not be open to the world. */
async function listen(
  port: number,
  { config, log }: Services,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<void> {
  const server = createServer((request, response) => {
    if (request.url === "/metrics") return answer(request, response);
    response.writeHead(404).end();
  });
  // The server must not keep the process running.
  server.unref();
  await new Promise<void>((resolve) => {
    server.once("error", (error) => {
      log.error({ reason: String(error) }, "METRICS_PORT cannot be used: there are no figures");
      resolve();
    });
    server.listen(port, config.host, resolve);
  });
}
