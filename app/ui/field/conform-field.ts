import type { FieldMetadata } from "@conform-to/react";

// Any field of any form: a control does not depend on the schema.
export type AnyField = FieldMetadata<any, any, any>;

/** Whether a field is optional: it is required unless the caller or the schema's constraint says otherwise. */
export function isOptional(field: AnyField, optional: boolean | undefined): boolean {
  return optional ?? field.required === false;
}
