import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingHttpHeaders } from "node:http";
import type { Attributes, Span } from "@opentelemetry/api";
import { requestScope } from "~/platform/log.server";

/*
 * Traces the work of this process, if traces are on; otherwise it only looks at a variable. Names and attributes are
 * our own words and figures. They never hold a value, an address beyond its route, or a person.
 */

export type { Span };

/** The side of a span: a request to us, a request of ours, a job, or our own work. */
export type Kind = "server" | "client" | "consumer" | "internal";

/** The port to the collector of spans. */
export interface Tracer {
  /** Begins a span below `parent`, or a trace. `startTime` is milliseconds since 1970; now by default. */
  start(name: string, kind: Kind, attributes: Attributes, parent?: Span, startTime?: number): Span;
  /** Begins the span of a request, as a part of the trace that `headers` name, if any. */
  startRequest(attributes: Attributes, headers: IncomingHttpHeaders | null): Span;
  /** Marks the work of a span as failed, with the kind of the error. */
  fail(span: Span, type: string): void;
  /** Hands over the remaining spans, for at most a moment. */
  close(): Promise<void>;
}

let tracer: Tracer | null = null;
const spans = new AsyncLocalStorage<Span>();

/** Sends all traces from now on to `next`; null: nowhere. */
export function traceTo(next: Tracer | null): void {
  tracer = next;
}

export function theTracer(): Tracer | null {
  return tracer;
}

/** Runs `work` as a part of the current request or job. Outside of these it is not traced. */
export function inSpan<T>(
  name: string,
  kind: Kind,
  attributes: Attributes,
  work: (span: Span | null) => Promise<T>,
): Promise<T> {
  const parent = tracer && underWay();
  return tracer && parent ? within(tracer, tracer.start(name, kind, attributes, parent), work) : work(null);
}

/** Runs `work` as a trace of its own, whatever caused it. */
export function inTrace<T>(
  name: string,
  kind: Kind,
  attributes: Attributes,
  work: (span: Span | null) => Promise<T>,
): Promise<T> {
  return tracer ? within(tracer, tracer.start(name, kind, attributes), work) : work(null);
}

/**
 * Traces work that has just ended and took `ms`, as a part of the current request or job. `failure` is what it threw.
 */
export function pastSpan(name: string, kind: Kind, attributes: Attributes, ms: number, failure?: unknown): void {
  const parent = tracer && underWay();
  if (!tracer || !parent) return;
  const endedAt = Date.now();
  const span = tracer.start(name, kind, attributes, parent, endedAt - ms);
  if (failure !== undefined) tracer.fail(span, typeOf(failure));
  span.end(endedAt);
}

const underWay = () => spans.getStore() ?? requestScope()?.span;

async function within<T>(to: Tracer, span: Span, work: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await spans.run(span, () => work(span));
  } catch (error) {
    to.fail(span, typeOf(error));
    throw error;
  } finally {
    span.end();
  }
}

const WORD = /^\w{1,60}$/;

/** The code or the name of an error. Its message may name values and people. */
function typeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  for (const word of [code, name]) if (typeof word === "string" && WORD.test(word)) return word;
  return "Error";
}
