import type { OpenAPIHono } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { matchedRoutes } from "hono/route";
import { guardsOf, type ApiContext, type ApiEnv } from "~/platform/http/api.server";
import { Refusal } from "~/platform/refusal";
import { answerUnknownCall } from "./failures.server";

/*
 * Checks before a byte of the body is read: the call exists, the caller may make it, it takes a body of this type. Then
 * the size of the body is bounded, before any schema reads its values.
 */

/** Content types of the bodies that each call takes, by method and registered address under `base`. */
export function bodyTypesByAddress(api: OpenAPIHono<ApiEnv, any, any>, base: string): Map<string, string[]> {
  const types = new Map<string, string[]>();
  for (const { type, ...definition } of api.openAPIRegistry.definitions) {
    if (type !== "route" || !("route" in definition)) continue;
    const { method, path, request } = definition.route;
    const address = path.replaceAll("{", ":").replaceAll("}", "");
    types.set(`${method.toUpperCase()} ${base}${address}`, Object.keys(request?.body?.content ?? {}));
  }
  return types;
}

/** The call that answers a request: the first that is registered for its method and address. Undefined if none is. */
const callOf = (c: ApiContext) => matchedRoutes(c).find(({ method }) => method !== "ALL");

/** Refuses an unknown call with 404. */
export const knownCall: MiddlewareHandler<ApiEnv> = async (c, next) => (callOf(c) ? next() : answerUnknownCall(c));

/** Refuses with 401 or 403 a caller who may not make the call (`onlyFor`). */
export const allowedCaller: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const call = callOf(c);
  const handlers = matchedRoutes(c).flatMap(({ method, path, handler }) =>
    method === call?.method && path === call.path ? [handler] : [],
  );
  for (const guard of guardsOf(handlers)) await guard(c, async () => undefined);
  return next();
};

const JSON_TYPE = "application/json";
const MULTIPART = "multipart/form-data";
/** A piece of a file in the tus protocol. */
const PIECE = "application/offset+octet-stream";

/** The content type of a request without its parameters, in lower case. Empty if there is none. */
export function bodyTypeOf(c: ApiContext): string {
  return (c.req.header("Content-Type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/**
 * Refuses with 415 a body of a type that the call does not take. A call without a body needs no type, even if it comes
 * with an empty stream.
 */
export function acceptedBody(typesByAddress: () => Map<string, string[]>): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const type = bodyTypeOf(c);
    const sends =
      type !== "" || Number(c.req.header("Content-Length") ?? 0) > 0 || c.req.header("Transfer-Encoding") !== undefined;
    if (!sends || c.req.raw.body === null) return next();
    const call = callOf(c);
    const documented = typesByAddress().get(`${call?.method} ${call?.path}`);
    // A call that takes no body does not read one, so common types pass. The tus calls are in no document.
    const types = documented?.length ? documented : [JSON_TYPE, MULTIPART, ...(documented ? [] : [PIECE])];
    if (!types.includes(type)) throw new HTTPException(415);
    return next();
  };
}

/** The most values in a payload. A kept form has 400 fields, which are 1,203 values. No other call takes as many. */
export const MOST_VALUES = 4000;
/** The most levels of objects and lists within each other. The deepest payload of a call has four. */
export const MOST_DEPTH = 16;
/** The most characters of a name. The longest name of a field in any payload has 20. */
export const MOST_NAME = 100;
/** The most characters of a text. The longest text of any payload has 12,000. */
export const MOST_TEXT = 64 * 1024;

const tooManyValues = new Refusal(413, [
  { message: "The request has more values, or longer ones, than any call takes.", code: "too_large" },
]);

/** Before a schema reads JSON, refuses more values or levels, or longer texts or names, than any call takes. */
export const boundedJson: MiddlewareHandler<ApiEnv> = async (c, next) => {
  if (bodyTypeOf(c) !== JSON_TYPE || c.req.raw.body === null) return next();
  // Hono keeps the parsed body for the call, which also refuses a body that is not JSON.
  const payload: unknown = await c.req.json().catch(() => undefined);
  if (!isBounded(payload)) throw tooManyValues;
  return next();
};

/** Whether a payload is within the limits. Stops counting at the first limit that it exceeds. */
export function isBounded(payload: unknown): boolean {
  let values = 0;
  const isWithin = (value: unknown, depth: number): boolean => {
    values += 1;
    if (values > MOST_VALUES || depth > MOST_DEPTH) return false;
    if (typeof value === "string") return value.length <= MOST_TEXT;
    if (typeof value !== "object" || value === null) return true;
    if (Array.isArray(value)) return value.every((item) => isWithin(item, depth + 1));
    for (const name in value)
      if (name.length > MOST_NAME || !isWithin((value as Record<string, unknown>)[name], depth + 1)) return false;
    return true;
  };
  return isWithin(payload, 0);
}
