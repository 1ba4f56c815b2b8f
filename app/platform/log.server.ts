import { AsyncLocalStorage } from "node:async_hooks";
import { createRequire } from "node:module";
import type { Span } from "@opentelemetry/api";
import { pino, type DestinationStream, type Logger, type LoggerOptions } from "pino";
import type { PrettyOptions } from "pino-pretty";
import type { Config } from "./config.server";
import { logStream, type LogStream } from "./log-stream.server";

export type Log = Logger;

/** Data of the HTTP request in progress. server.ts sets it; other servers have none. */
export interface RequestScope {
  requestId: string;
  /** The address the request came from, behind trusted proxies. */
  clientAddress: string;
  /** How many database statements the request has run so far. */
  statements: number;
  /** The kind of account that sent the request, once it has been looked up. */
  account?: string;
  /** The route of the service's call, as it is written. */
  call?: string;
  /** "miss": a public page had to be rendered. "hit": one person's page was filled into a rendered one. */
  cache?: "hit" | "miss";
  /** The request's span, where traces are on. */
  span?: Span;
  /** Set once a part of the page was out of reach: a sentence about it, and seconds after which to ask again. */
  outage?: { sentence: string; retryAfter: string };
}

const scopes = new AsyncLocalStorage<RequestScope>();

export function inRequestScope<T>(scope: RequestScope, work: () => T): T {
  return scopes.run(scope, work);
}

export function requestScope(): RequestScope | undefined {
  return scopes.getStore();
}

const ADDRESS = /[^\s<>"'():;,]{1,254}@[^\s<>"'():;,]{1,254}/g;

/** Messages of a mail server or a database may contain addresses of people. */
const withoutAddresses = (message: unknown) =>
  typeof message === "string" ? message.replace(ADDRESS, "[address]") : message;

/** Fields in which Postgres quotes the row that it refuses, and values of the statement. */
const ROWS_OF_PEOPLE = new Set(["detail", "where", "internalQuery", "parameters"]);

function withoutPeople(error: unknown): unknown {
  const serialized = pino.stdSerializers.err(error as Error) as object;
  return Object.fromEntries(
    Object.entries(serialized)
      .filter(([name]) => !ROWS_OF_PEOPLE.has(name))
      .map(([name, value]) => [name, withoutAddresses(value)]),
  );
}

const PRETTY: PrettyOptions = { ignore: "requestId", translateTime: "HH:MM:ss.l" };
const WARN = 40;

let output: LogStream | undefined;

/** The destination of this process's logs. All logs share it, so that there is one count of dropped lines. */
export const logOutput = (): LogStream =>
  (output ??= logStream(process.stdout, (dropped) => {
    const time = new Date().toISOString();
    return `${JSON.stringify({ level: WARN, time, dropped, msg: "lines of the log could not be written" })}\n`;
  }));

/**
 * Lines for people. Formatted in this process, because a separate thread would hang with the output and hold up the
 * exit.
 */
function prettyOutput(): DestinationStream {
  const { prettyFactory } = createRequire(import.meta.url)("pino-pretty") as typeof import("pino-pretty");
  const pretty = prettyFactory(PRETTY);
  return { write: (line) => logOutput().write(pretty(line)) };
}

/**
 * One JSON line per event, or lines for people. Callers must not log secrets, card data or personal data. The paths and
 * serializers here are a second net.
 */
export function openLog(
  config: Pick<Config, "logLevel"> & Partial<Pick<Config, "logFormat">>,
  to?: DestinationStream,
): Log {
  const options: LoggerOptions = {
    level: config.logLevel,
    serializers: { err: withoutPeople, reason: withoutAddresses },
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => {
      const scope = scopes.getStore();
      return scope ? { requestId: scope.requestId } : {};
    },
    redact: {
      paths: [
        "password",
        "*.password",
        "authorization",
        "*.authorization",
        "number",
        "*.number",
        "cvc",
        "*.cvc",
        "token",
        "*.token",
        "otp",
        "*.otp",
      ],
      censor: "[kept out]",
    },
  };
  return pino(options, to ?? (config.logFormat === "pretty" ? prettyOutput() : logOutput()));
}
