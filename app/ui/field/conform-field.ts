import type { FieldMetadata } from "@conform-to/react";

// Any field of any form: what a control needs to know does not hang on the schema.
export type AnyField = FieldMetadata<any, any, any>;

/** Required is the rule. A schema's constraint or the caller can say otherwise. */
export function isOptional(field: AnyField, optional: boolean | undefined): boolean {
  return optional ?? field.required === false;
}
