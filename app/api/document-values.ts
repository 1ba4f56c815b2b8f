import type { Schema } from "./document";

/* Describes, once for all schemas, the texts that have the same form in every answer. The field's name decides. */

/** Ids as `newId` makes them. From a product's second size on, a size's id is the product's id with a number. */
const ID = { pattern: "^[0-9a-f]{24}(-[1-9][0-9]{0,3})?$" };
/** A moment in UTC, as `Date.toISOString` writes it. */
const MOMENT = { format: "date-time" };

/** The form of a text, by its field's name. Null if texts of that name may be anything. */
function formOf(name: string): Partial<Schema> | null {
  if (name === "_id") return ID;
  return /[a-z]At$/.test(name) && name !== "cutOffAt" ? MOMENT : null;
}

/** Copies a document, or a part of it, and adds the form of each text to its schema. */
export function withForms<Part>(part: Part, name = ""): Part {
  if (Array.isArray(part)) return part.map((entry) => withForms(entry, name)) as Part;
  if (typeof part !== "object" || part === null) return part;
  const copy = Object.fromEntries(
    Object.entries(part).map(([key, value]) => {
      if (key === "properties") return [key, withFormsOfFields(value)];
      return [key, withForms(value, ["anyOf", "oneOf", "allOf"].includes(key) ? name : "")];
    }),
  );
  return { ...(isAnyText(copy) && formOf(name)), ...copy } as Part;
}

const withFormsOfFields = (fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, withForms(schema, name)]));

const isAnyText = (schema: Partial<Schema>) =>
  [schema.type].flat().includes("string") && !schema.enum && !schema.format && !schema.pattern;
