import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { ZodError, ZodType } from "zod";
import { Refusal, refusal, type RefusalItem, type RefusalStatus } from "~/platform/refusal";
import type { Services } from "~/platform/services.server";

/** The caller, as the service's authentication has found them. */
export interface Actor {
  _id: string;
  privilege: "buyer" | "merchant" | "operator";
  firstName: string;
  lastName: string;
  telephone: string;
  /** Null once the account is deleted. */
  email: string | null;
  /** Null where the person has no stall. */
  storeName: string | null;
  /** "required": calls for this role only are refused until there is a second factor. */
  secondFactor?: "on" | "off" | "required";
}

export interface ApiEnv {
  Bindings: {
    /** The address the request came from. */
    clientAddress?: string;
    /** Shared by the calls that one page makes, so that the token is looked up once. */
    memo?: Map<string, Promise<unknown>>;
  };
  Variables: {
    services: Services;
    requestId: string;
    /** SHA-256 of the token sent, or an empty text. */
    tokenHash: string;
    /** SHA-256 of the token by which a browser's cookie identifies it, or an empty text. */
    browser: string;
    /** When the proof for one action was given, if this request has used it up. */
    spentProof?: string;
    /**
     * The response to keep for a repeat under its idempotency key, if the real one holds something that is shown only
     * once.
     */
    answerToKeep?: string;
    /** Returns the user whose token it is, or null. Looks the user up once. */
    actor: () => Promise<Actor | null>;
  };
}

export type ApiContext = Context<ApiEnv>;

export const noBody = refusal("no_body", 400, "This call needs a body.");

/** A group of calls. A schema's refusal becomes a 422 with one item per field. */
export function newApi() {
  return new OpenAPIHono<ApiEnv>({
    defaultHook: (result, c) => {
      // A missing body would pass for an empty object.
      if (result.target === "json" && !c.req.header("Content-Type")) throw noBody();
      if (!result.success) throw invalid(result.error, "data" in result ? result.data : undefined);
    },
  });
}

/** Longest path to a field in a refusal, in characters. */
const MOST_FIELD = 200;

/**
 * The refusal of what a schema does not take, with one item per field. If the payload is given, a missing value is told
 * apart from one that does not fit.
 */
export function invalid(error: Pick<ZodError, "issues">, payload?: unknown): Refusal {
  const items = error.issues.slice(0, 50).map((issue): RefusalItem => {
    // The sender chooses the names in a payload, so the path may be long.
    const field = issue.path.map(String).join(".").slice(0, MOST_FIELD);
    const isMissing = issue.code !== "custom" && issue.path.length > 0 && valueAt(payload, issue.path) === undefined;
    const code = issue.code === "custom" ? "invalid" : payload !== undefined && isMissing ? "missing" : issue.code;
    return { message: issue.message, code, ...(field && { field }) };
  });
  return new Refusal(422, [items[0] ?? { message: "The request is not valid.", code: "invalid" }, ...items.slice(1)]);
}

function valueAt(payload: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | null | undefined)?.[key], payload);
}

const notSignedIn = refusal("not_signed_in", 401, "Please sign in.");
const secondFactorMissing = refusal(
  "second_factor_missing",
  403,
  "Set up a second factor first: your role opens nothing without one.",
);
const notAllowed = refusal("not_allowed", 403, "You do not have the permission to perform this operation");

/** Returns the signed-in user, who must have one of `roles` if any are named. Refuses with 401 or 403. */
export async function signedIn(c: ApiContext, ...roles: Actor["privilege"][]): Promise<Actor> {
  const actor = await c.var.actor();
  if (!actor) throw notSignedIn();
  if (roles.length > 0 && !roles.includes(actor.privilege)) throw notAllowed();
  const forEverybody = EVERY_ROLE.every((role) => roles.includes(role));
  if (roles.length > 0 && !forEverybody && actor.secondFactor === "required") throw secondFactorMissing();
  return actor;
}

export function clientAddress(c: ApiContext): string {
  return c.env?.clientAddress ?? "unknown";
}

/* Short ways to write the parts of a call's description. */

export function answers<Schema extends ZodType>(schema: Schema, description = "Done.") {
  return { 200: { description, content: { "application/json": { schema } } } };
}

export function created<Schema extends ZodType>(schema: Schema, description = "Made.") {
  return { 201: { description, content: { "application/json": { schema } } } };
}

export function json<Schema extends ZodType>(schema: Schema) {
  return { body: { required: true, content: { "application/json": { schema } } } };
}

export const EVERY_ROLE = ["buyer", "merchant", "operator"] as const;

/** A code; with its status if another call refuses with the same code and another status. */
export type MayRefuse = string | readonly [code: string, status: RefusalStatus];

/**
 * The codes with which a call's own rules refuse, for the document. The refusals of any call (no token, a payload that
 * does not fit, an outage) are added to all of them.
 */
export function mayRefuse(...codes: MayRefuse[]) {
  return { "x-refusals": codes };
}

/**
 * Marks a call that only reads, and the same for everybody. A replica may answer it for callers without a token.
 * Callers with a token get the primary's data.
 */
export function readByAll() {
  const middleware = createMiddleware<ApiEnv>(async (c, next) => {
    const { services } = c.var;
    if (services.replica && c.req.header("Authorization") === undefined)
      c.set("services", { ...services, db: services.reads });
    await next();
  });
  return { middleware };
}

const guards = new WeakSet<object>();

/** The guards among a call's handlers. They run before its body is read. */
export function guardsOf<Handler extends object>(handlers: Handler[]): Handler[] {
  return handlers.filter((handler) => guards.has(handler));
}

/**
 * Says in the document who may call, and refuses everyone else before the payload is read: 401 without a live token,
 * 403 in another role. Each role is a security scheme of its own, and one of them is enough.
 */
export function onlyFor(...roles: [Actor["privilege"], ...Actor["privilege"][]]) {
  const middleware = createMiddleware<ApiEnv>(async (c, next) => {
    await signedIn(c, ...roles);
    await next();
  });
  guards.add(middleware);
  return { security: roles.map((role): Record<string, string[]> => ({ [role]: [] })), middleware };
}
