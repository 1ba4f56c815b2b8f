import { AsyncLocalStorage } from "node:async_hooks";
import type { Span } from "@opentelemetry/api";
import { pino, type DestinationStream, type Logger, type LoggerOptions } from "pino";
import type { Config } from "./config.server";

export type Log = Logger;

/** What is known of the HTTP request that is being answered; set by server.ts, absent under other servers. */
export interface RequestScope {
  requestId: string;
  /** The address the request came from, behind trusted proxies. */
  clientAddress: string;
  /** How many database statements the request has run so far. */
  statements: number;
  /** Whose request it is, once somebody has looked that up: the kind of account. */
  account?: string;
  /** The call of the service that it is, as its route is written. */
  call?: string;
  /** Whether a page that everybody may see had to be rendered, or one person's was filled into what was. */
  cache?: "hit" | "miss";
  /** What is told of it, where somebody has asked for traces. */
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

/** What a mail server or a database says may name whom it is about. */
const withoutAddresses = (said: unknown) => (typeof said === "string" ? said.replace(ADDRESS, "[address]") : said);

/** Where Postgres puts the row that it refuses, as it is, and what stood in the statement. */
const ROWS_OF_PEOPLE = new Set(["detail", "where", "internalQuery", "parameters"]);

function withoutPeople(error: unknown): unknown {
  const told = pino.stdSerializers.err(error as Error) as object;
  return Object.fromEntries(
    Object.entries(told)
      .filter(([name]) => !ROWS_OF_PEOPLE.has(name))
      .map(([name, value]) => [name, withoutAddresses(value)]),
  );
}

/**
 * One JSON line an event, or lines for people. Secrets, card data and whatever tells who somebody is have no business
 * here; paths and serializers are a second net.
 */
export function openLog(
  config: Pick<Config, "logLevel"> & Partial<Pick<Config, "logFormat">>,
  to?: DestinationStream,
): Log {
  const options: LoggerOptions = {
    level: config.logLevel,
    serializers: { err: withoutPeople, reason: withoutAddresses },
    ...(config.logFormat === "pretty" && {
      transport: { target: "pino-pretty", options: { ignore: "requestId", translateTime: "HH:MM:ss.l" } },
    }),
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
  return to ? pino(options, to) : pino(options);
}
