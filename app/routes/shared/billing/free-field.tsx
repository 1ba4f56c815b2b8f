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
  /** Whether the label says "(optional)". Set if other fields of the form are required. */
  optional?: boolean;
  full?: boolean;
};

/** A line of text that is optional unless the form says otherwise. */
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

/** Digits as people write them. The service removes spaces and dashes. */
export const DIGITS = {
  inputMode: "numeric",
  pattern: "[^A-Za-z]*",
  title: "Digits; spaces and dashes may stand between them.",
} as const;
