import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingHttpHeaders } from "node:http";
import type { Attributes, Span } from "@opentelemetry/api";
import { requestScope } from "~/platform/log.server";

/*
 * What is told of the work that goes on here, where somebody has asked for traces; otherwise one look at a variable.
 * Names and attributes are words and figures of ours: never a value, an address beyond its route, or whom it is about.
 */

export type { Span };

/** The side of a span: a request to us, a request of ours, a job, or our own work. */
export type Kind = "server" | "client" | "consumer" | "internal";

/** The port to whoever gathers spans. */
export interface Tracer {
  /** Begins a span below `parent`, or a trace. `startTime` is milliseconds since 1970, where it is not now. */
  start(name: string, kind: Kind, attributes: Attributes, parent?: Span, startTime?: number): Span;
  /** Begins the span of a request: a part of the trace that `headers` name, where there are any. */
  startRequest(attributes: Attributes, headers: IncomingHttpHeaders | null): Span;
  /** Says that the work came to nothing, and of what kind the error was. */
  fail(span: Span, type: string): void;
  /** Hands over what has not been, for at most a moment. */
  close(): Promise<void>;
}

let tracer: Tracer | null = null;
const spans = new AsyncLocalStorage<Span>();

/** From now on all work is told to `next`; null: to nobody. */
export function traceTo(next: Tracer | null): void {
  tracer = next;
}

export function theTracer(): Tracer | null {
  return tracer;
}

/** Does `work` as a part of the request or job that is under way; outside of these nothing is told of it. */
export function inSpan<T>(
  name: string,
  kind: Kind,
  attributes: Attributes,
  work: (span: Span | null) => Promise<T>,
): Promise<T> {
  const parent = tracer && underWay();
  return tracer && parent ? within(tracer, tracer.start(name, kind, attributes, parent), work) : work(null);
}

/** Does `work` as a trace of its own, whoever has caused it. */
export function inTrace<T>(
  name: string,
  kind: Kind,
  attributes: Attributes,
  work: (span: Span | null) => Promise<T>,
): Promise<T> {
  return tracer ? within(tracer, tracer.start(name, kind, attributes), work) : work(null);
}

/** Tells of work that has ended just now and took `ms`, as a part of what is under way; `failure` is what it threw. */
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

/** The code or the name of an error. What it says may name values and people. */
function typeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  for (const word of [code, name]) if (typeof word === "string" && WORD.test(word)) return word;
  return "Error";
}
