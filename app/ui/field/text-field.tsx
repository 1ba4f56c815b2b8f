import { getInputProps } from "@conform-to/react";
import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { type AnyField, isOptional } from "./conform-field";
import { Field, Input, type FieldLook } from "./field";
import * as styles from "./field.css";

export type TextFieldProps = FieldLook &
  Pick<
    ComponentPropsWithoutRef<"input">,
    | "autoComplete"
    | "inputMode"
    | "enterKeyHint"
    | "placeholder"
    | "readOnly"
    | "autoCapitalize"
    | "spellCheck"
    | "onBlur"
    | "list"
    | "min"
    | "max"
  > & {
    field: AnyField;
    type?: "text" | "email" | "tel" | "url" | "search" | "number" | "date" | "time" | "password";
    optional?: boolean;
    /** Shown in the field in front of what is typed: "$". */
    prefix?: string;
    /** Shown at the end of the field: "g". The typed text is at the end as well, as figures are. */
    suffix?: string;
    /** A submit button beside the control. Scripts replace it, or it looks something up. */
    beside?: ReactNode;
  };

/** One line of text under its label. */
export function TextField({
  field,
  label,
  hint,
  hiddenLabel,
  full,
  type = "text",
  optional,
  prefix,
  suffix,
  beside,
  ...rest
}: TextFieldProps) {
  const leftOut = isOptional(field, optional);
  const { key, ...props } = getInputProps(field, { type, ariaDescribedBy: hint ? field.descriptionId : undefined });
  const input = <Input key={key} {...props} required={!leftOut} {...rest} />;
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
      {prefix ? (
        <div className={styles.prefixed}>
          <span className={styles.prefix} aria-hidden="true">
            {prefix}
          </span>
          {input}
        </div>
      ) : suffix ? (
        <div className={styles.suffixed}>
          {input}
          <span className={styles.suffix} aria-hidden="true">
            {suffix}
          </span>
        </div>
      ) : beside ? (
        <div className={styles.withButton}>
          {input}
          {beside}
        </div>
      ) : (
        input
      )}
    </Field>
  );
}
