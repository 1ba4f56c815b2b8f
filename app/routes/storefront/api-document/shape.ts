import type { Schema } from "~/api/client";

type Schemas = Record<string, Schema>;

/** Below this depth, a shape is only named. */
const DEEPEST = 5;

/** A schema as text for people: names, types, and a question mark at names that may be missing. */
export function shapeOf(schema: Schema, schemas: Schemas, depth = 0): string {
  if (schema.$ref) {
    const name = schema.$ref.split("/").at(-1) ?? "";
    const definition = schemas[name];
    return definition && depth < DEEPEST ? shapeOf(definition, schemas, depth) : name;
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map((choice) => shapeOf(choice, schemas, depth)))].join(" | ");
  if (schema.allOf) return schema.allOf.map((part) => shapeOf(part, schemas, depth)).join(" & ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.properties) return objectOf(schema, schemas, depth);
  const types = [schema.type ?? "any"].flat().map((type) => (type === "array" ? listOf(schema, schemas, depth) : type));
  return types.join(" | ");
}

function listOf({ items = {} }: Schema, schemas: Schemas, depth: number): string {
  return `[${shapeOf(items, schemas, depth)}]`;
}

function objectOf({ properties = {}, required = [] }: Schema, schemas: Schemas, depth: number): string {
  if (depth >= DEEPEST) return "object";
  const space = "  ".repeat(depth + 1);
  const fields = Object.entries(properties).map(
    ([name, field]) => `${space}${name}${required.includes(name) ? "" : "?"}: ${shapeOf(field, schemas, depth + 1)}`,
  );
  return fields.length === 0 ? "object" : `{\n${fields.join("\n")}\n${"  ".repeat(depth)}}`;
}
