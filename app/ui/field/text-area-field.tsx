import { getTextareaProps } from "@conform-to/react";
import type { ComponentPropsWithoutRef } from "react";
import { type AnyField, isOptional } from "./conform-field";
import { Field, TextArea, type FieldLook } from "./field";

export type TextAreaFieldProps = FieldLook &
  Pick<ComponentPropsWithoutRef<"textarea">, "rows" | "placeholder" | "autoComplete" | "enterKeyHint"> & {
    field: AnyField;
    optional?: boolean;
  };

/** Several lines of text under their label. */
export function TextAreaField({ field, label, hint, hiddenLabel, full, optional, ...rest }: TextAreaFieldProps) {
  const leftOut = isOptional(field, optional);
  const { key, ...props } = getTextareaProps(field, { ariaDescribedBy: hint ? field.descriptionId : undefined });
  return (
    <Field
      id={field.id}
      label={label}
      hint={hint}
      hiddenLabel={hiddenLabel}
      full={full}
      optional={leftOut}
      error={field.errors}
    >
      <TextArea key={key} {...props} required={!leftOut} {...rest} />
    </Field>
  );
}
