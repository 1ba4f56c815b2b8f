import { AsyncLocalStorage } from "node:async_hooks";
import { pino, type Logger } from "pino";
import type { Config } from "./config.server";

export type Log = Logger;

/** What is known of the HTTP request that is being answered; set by server.ts, absent under other servers. */
export interface RequestScope {
  requestId: string;
  /** The address the request came from, behind trusted proxies. */
  clientAddress: string;
  /** How many database statements the request has run so far. */
  statements: number;
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

/** One JSON line an event. Secrets and card data have no business here; these paths are a second net. */
export function openLog(config: Pick<Config, "logLevel">): Log {
  return pino({
    level: config.logLevel,
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
  });
}
