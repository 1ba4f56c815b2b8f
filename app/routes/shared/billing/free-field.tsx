import { getInputProps } from "@conform-to/react";
import type { ComponentPropsWithoutRef, ReactNode } from "react";
import type { AnyField } from "~/ui/field/conform-field";
import { Field, Input } from "~/ui/field/field";

type Given = Pick<
  ComponentPropsWithoutRef<"input">,
  "autoComplete" | "inputMode" | "enterKeyHint" | "pattern" | "title" | "autoCapitalize"
>;

export type FreeFieldProps = Given & {
  field: AnyField;
  label: string;
  hint?: ReactNode;
  type?: "text" | "email" | "tel";
  required?: boolean;
  /** Says "(optional)": where other fields of the form are required. */
  optional?: boolean;
  full?: boolean;
};

/** A line of text that need not be filled in unless the form says so. */
export function FreeField({
  field,
  label,
  hint,
  type = "text",
  required,
  optional,
  full,
  ...inputProps
}: FreeFieldProps) {
  const { key, ...props } = getInputProps(field, { type, ariaDescribedBy: hint ? field.descriptionId : undefined });
  return (
    <Field id={field.id} label={label} hint={hint} full={full} optional={optional} error={field.errors}>
      <Input key={key} {...props} required={required} {...inputProps} />
    </Field>
  );
}

/** Digits as people write them; the service takes the spaces and dashes out. */
export const DIGITS = {
  inputMode: "numeric",
  pattern: "[^A-Za-z]*",
  title: "Digits; spaces and dashes may stand between them.",
} as const;
