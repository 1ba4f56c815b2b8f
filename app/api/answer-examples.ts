import type { Schema } from "./document";
import { ANSWER_TEXTS, TEXTS_BY_FORM } from "./answer-texts";
import { EXAMPLES } from "./examples";

/*
 * Builds an example of each answer from its schema: objects have every field, lists have one entry. A text or number is
 * the one that the payloads' examples have under the same name, so that requests and answers match.
 */

const MOMENT = "2026-02-01T09:30:00.000Z";
/** A stand-in for a text that is still to be written. A test refuses it in the document. */
export const PLACEHOLDER = "text";
/** The depth from which optional fields are left out, because some schemas contain themselves. */
const DEEPEST = 7;

/** Texts and numbers of the payloads' examples, by the name of their field. The first one of a name counts. */
function primitivesOf(payload: unknown, into = new Map<string, string | number>(), name = "") {
  if (Array.isArray(payload)) for (const entry of payload) primitivesOf(entry, into, name);
  else if (typeof payload === "object" && payload !== null)
    for (const [key, value] of Object.entries(payload)) primitivesOf(value, into, key);
  else if ((typeof payload === "string" || typeof payload === "number") && payload !== "" && !into.has(name))
    into.set(name, payload);
  return into;
}
const FROM_PAYLOADS = primitivesOf(Object.values(EXAMPLES));

/** An example value that fits the schema. `schemas` are the document's components, by name. */
export function exampleOf(schema: Schema, schemas: Record<string, Schema>, name = "", depth = 0): unknown {
  const of = (part: Schema, field = name) => exampleOf(part, schemas, field, depth + 1);
  if (schema.$ref) return of(schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {});
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => of(part)));
  const [way] = schema.anyOf ?? schema.oneOf ?? [];
  if (way) return of(way);
  const [type] = [schema.type].flat();
  if (type === "object") return objectOf(schema, of, depth);
  if (type === "array") {
    if (schema.prefixItems) return schema.prefixItems.map((part) => of(part));
    return schema.items && (depth < DEEPEST || schema.minItems) ? [of(schema.items)] : [];
  }
  if (type === "number" || type === "integer") return numberOf(schema, name);
  if (type === "string") return textOf(schema, name);
  return type === "boolean" ? true : null;
}

function objectOf(schema: Schema, of: (part: Schema, field: string) => unknown, depth: number): object {
  const fields = Object.entries(schema.properties ?? {});
  const needed = depth < DEEPEST ? fields : fields.filter(([field]) => schema.required?.includes(field));
  return Object.fromEntries(needed.map(([field, part]) => [field, of(part, field)]));
}

function numberOf({ type, minimum = 0 }: Schema, name: string): number {
  const number = Number(FROM_PAYLOADS.get(name) ?? 1);
  const isWhole = [type].flat().includes("integer");
  return Math.max(minimum, Number.isFinite(number) && (!isWhole || Number.isInteger(number)) ? number : 1);
}

function textOf({ format, pattern, minLength = 0 }: Schema, name: string): string {
  if (format === "date-time") return MOMENT;
  const texts = [ANSWER_TEXTS[name], FROM_PAYLOADS.get(name), ...(pattern ? TEXTS_BY_FORM : [])];
  const fits = (text: unknown): text is string =>
    typeof text === "string" && text.length >= minLength && (!pattern || new RegExp(pattern, "u").test(text));
  return texts.find(fits) ?? PLACEHOLDER;
}
