import type { hc } from "hono/client";
import type { Api } from "./service.server";

export type { ApiDocument, Operation, Schema } from "./document";

/** The typed client of the service. */
export type Client = ReturnType<typeof hc<Api>>["api"]["v1"];

/** One reason for which the service refused a call. */
export interface Problem {
  message: string;
  code: string;
  field?: string;
}

/** The error of a call that did not succeed. */
export class ApiFailure extends Error {
  override name = "ApiFailure";
  constructor(
    readonly status: number,
    /** Empty when the answer had no list of errors. */
    readonly problems: Problem[],
    readonly requestId: string,
    readonly retryAfter: string | null = null,
    /** If the record was changed meanwhile, `etag` and `current` are its present version and content. */
    readonly etag: string | null = null,
    readonly current: unknown = undefined,
  ) {
    super(problems.map((problem) => problem.message).join(", ") || `The service answered ${status}.`);
  }
  is(code: string): boolean {
    return this.problems.some((problem) => problem.code === code);
  }
}

interface Answer<Body> {
  ok: boolean;
  status: number;
  headers: Headers;
  json(): Promise<Body>;
}

/** Stands for an error that is no list. Source: specification §8, "Sign-up and login". */
const UNKNOWN: Problem = { message: "An unknown error occurred.", code: "unknown" };

/** Returns the body of a successful answer. Throws an ApiFailure for any other answer. */
export async function read<Body>(call: Promise<Answer<Body>>): Promise<Body> {
  const answer = await call;
  if (answer.ok) return answer.json();
  const body = (await answer.json().catch(() => ({}))) as {
    error?: unknown;
    requestId?: string;
    versions?: { current: unknown };
  };
  const problems = Array.isArray(body.error) ? (body.error as Problem[]) : body.error === undefined ? [] : [UNKNOWN];
  const { headers } = answer;
  throw new ApiFailure(
    answer.status,
    problems,
    body.requestId ?? "",
    headers.get("Retry-After"),
    headers.get("ETag"),
    body.versions?.current,
  );
}

/** Reads an answer like `read`, and also returns the record's version, for the `If-Match` of a later call. */
export async function readVersion<Body>(call: Promise<Answer<Body>>): Promise<{ body: Body; version: string }> {
  const answer = await call;
  return { body: await read(Promise.resolve(answer)), version: answer.headers.get("ETag") ?? "" };
}
