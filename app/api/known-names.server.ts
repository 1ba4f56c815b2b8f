import type { OpenAPIHono } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import { z } from "~/features/zod";
import type { ApiEnv } from "~/platform/http/api.server";
import { unknownName } from "~/platform/http/nearest-name";
import { Refusal, type RefusalItem } from "~/platform/refusal";
import { bodyTypeOf } from "./wanted-call.server";

/*
 * Refuses names that a call does not take, in one place for all calls. Otherwise a field with a misspelt name would
 * count as left out and be emptied, and a misspelt filter would not filter.
 */

type $ZodType = z.core.$ZodType;
type $ZodTypes = z.core.$ZodTypes;

/** The schemas of a call's query, of its JSON body and of its answer. */
interface RequestSchemas {
  query: $ZodType | undefined;
  body: $ZodType | undefined;
  answer: $ZodType | undefined;
}

/** The most items that a refusal lists. */
const MOST_ITEMS = 50;

/** The schemas of each documented call, by method and registered address under `base`. */
export function requestSchemas(api: OpenAPIHono<ApiEnv, any, any>, base: string): Map<string, RequestSchemas> {
  const schemas = new Map<string, RequestSchemas>();
  for (const { type, ...definition } of api.openAPIRegistry.definitions) {
    if (type !== "route" || !("route" in definition)) continue;
    const { method, path, request } = definition.route;
    const content = request?.body?.content["application/json"];
    const body = content && "schema" in content ? content.schema : undefined;
    schemas.set(`${method.toUpperCase()} ${base}${path.replaceAll("{", ":").replaceAll("}", "")}`, {
      query: isSchema(request?.query) ? request.query : undefined,
      body: isSchema(body) ? body : undefined,
      answer: answerOf(definition.route.responses),
    });
  }
  return schemas;
}

/** The schema of `data` in the answer of a successful call. */
function answerOf(responses: Record<string, unknown>): $ZodType | undefined {
  const success = (responses["200"] ?? responses["201"]) as
    | { content?: Record<string, { schema?: unknown }> }
    | undefined;
  const schema = success?.content?.["application/json"]?.schema;
  if (!isSchema(schema)) return undefined;
  return leavesOf(schema).flatMap((leaf) => fieldOf(leaf, "data"))[0];
}

const isSchema = (value: unknown): value is $ZodType => typeof value === "object" && value !== null && "_zod" in value;

/**
 * Refuses with 422 query parameters and fields of a JSON body that the call does not take. Also refuses texts with half
 * of a surrogate pair, which no database stores. Each refusal names the field.
 */
export function knownNames(schemasByAddress: () => Map<string, RequestSchemas>): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const call = matchedRoutes(c).find(({ method }) => method !== "ALL");
    const schemas = schemasByAddress().get(`${call?.method} ${call?.path}`);
    if (!schemas) return next();
    const parameters = schemas.query ? leavesOf(schemas.query).flatMap(namesOf) : [];
    const items = Object.keys(c.req.queries())
      .filter((name) => !parameters.includes(name))
      .map((name) => unknownName("query parameter", name, parameters));
    if (bodyTypeOf(c) === "application/json" && c.req.raw.body !== null) {
      // The call itself refuses a body that is not JSON.
      const payload: unknown = await c.req.json().catch(() => undefined);
      if (schemas.body) items.push(...unknownFields(payload, [schemas.body], schemas.answer ? [schemas.answer] : []));
      items.push(...illFormedTexts(payload));
    }
    const [first, ...otherItems] = items.slice(0, MOST_ITEMS);
    if (first) throw new Refusal(422, [first, ...otherItems]);
    return next();
  };
}

/**
 * Refusals of the fields of a payload that none of its schemas takes. Fields of the call's own answer pass, because a
 * program may read a record, change it and send it back whole.
 */
export function unknownFields(
  payload: unknown,
  schemas: readonly $ZodType[],
  answers: readonly $ZodType[] = [],
  path: string[] = [],
): RefusalItem[] {
  if (typeof payload !== "object" || payload === null) return [];
  const leaves = schemas.flatMap(leavesOf);
  if (Array.isArray(payload)) {
    const elements = leaves.flatMap((leaf) => (leaf._zod.def.type === "array" ? [leaf._zod.def.element] : []));
    const elementsOfAnswer = answers
      .flatMap(leavesOf)
      .flatMap((leaf) => (leaf._zod.def.type === "array" ? [leaf._zod.def.element] : []));
    return payload.flatMap((item, index) => unknownFields(item, elements, elementsOfAnswer, [...path, String(index)]));
  }
  const maps = leaves.flatMap((leaf) => (leaf._zod.def.type === "record" ? [leaf._zod.def.valueType] : []));
  const names = leaves.flatMap(namesOf);
  // A schema that takes no object, or an object with any names, refuses by itself what does not fit.
  if (maps.length === 0 && (names.length === 0 || leaves.some(isOpen))) return [];
  return Object.entries(payload).flatMap(([name, value]) => {
    const fields = [...maps, ...leaves.flatMap((leaf) => fieldOf(leaf, name))];
    const fieldsOfAnswer = answers.flatMap(leavesOf).flatMap((leaf) => fieldOf(leaf, name));
    if (fields.length === 0) return fieldsOfAnswer.length > 0 ? [] : [unknownName("field", name, names, path)];
    return unknownFields(value, fields, fieldsOfAnswer, [...path, name]);
  });
}

/** The schemas beneath defaults, unions and transforms, which describe the value itself. */
function leavesOf(schema: $ZodType): $ZodTypes[] {
  const knownSchema = schema as $ZodTypes;
  const { def } = knownSchema._zod;
  switch (def.type) {
    case "optional":
    case "nullable":
    case "nonoptional":
    case "default":
    case "prefault":
    case "catch":
    case "readonly":
      return leavesOf(def.innerType);
    case "pipe":
      // z.preprocess puts its function before the schema of the value.
      return leavesOf((def.in as $ZodTypes)._zod.def.type === "transform" ? def.out : def.in);
    case "union":
      return def.options.flatMap(leavesOf);
    case "intersection":
      return [...leavesOf(def.left), ...leavesOf(def.right)];
    case "lazy":
      return leavesOf(def.getter());
    default:
      return [knownSchema];
  }
}

const namesOf = (leaf: $ZodTypes): string[] =>
  leaf._zod.def.type === "object" ? Object.keys(leaf._zod.def.shape) : [];

function fieldOf(leaf: $ZodTypes, name: string): $ZodType[] {
  if (leaf._zod.def.type !== "object" || !Object.hasOwn(leaf._zod.def.shape, name)) return [];
  const field = leaf._zod.def.shape[name];
  return field ? [field] : [];
}

/** Whether an object may have names that its schema does not have. */
function isOpen(leaf: $ZodTypes): boolean {
  const { def } = leaf._zod;
  // An object whose other names are dropped on purpose says so in the document.
  if (z.globalRegistry.get(leaf)?.["additionalProperties"] === true) return true;
  if (def.type === "object") return def.catchall !== undefined && (def.catchall as $ZodTypes)._zod.def.type !== "never";
  return def.type === "any" || def.type === "unknown" || def.type === "custom";
}

/** Refusals of texts and names in a payload that hold half of a surrogate pair, which is not valid UTF-8. */
function illFormedTexts(value: unknown, path: string[] = []): RefusalItem[] {
  if (typeof value === "string") return isWellFormed(value) ? [] : [illFormed(path)];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    isWellFormed(name) ? illFormedTexts(item, [...path, name]) : [illFormed(path)],
  );
}

/** With the `u` flag, a regular expression reads a whole pair as one character, which is no surrogate. */
const isWellFormed = (text: string) => !/\p{Surrogate}/u.test(text);

const illFormed = (path: string[]): RefusalItem => ({
  message: "There is half of a character in it (a lone surrogate). Please enter it again.",
  code: "invalid_format",
  ...(path.length > 0 && { field: path.join(".").slice(0, 200) }),
});
