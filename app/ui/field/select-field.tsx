import { getSelectProps } from "@conform-to/react";
import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { type AnyField, isOptional } from "./conform-field";
import { Field, Select, type FieldLook, type Option } from "./field";
import * as styles from "./field.css";

export type SelectFieldProps = FieldLook &
  Pick<ComponentPropsWithoutRef<"select">, "autoComplete"> & {
    field: AnyField;
    options: readonly Option[];
    /** A first choice that means none. */
    placeholder?: string;
    optional?: boolean;
    /** A submit button beside it, such as Update regions; leave it out once scripts run. */
    beside?: ReactNode;
  };

/** A choice of one option from a list. */
export function SelectField({
  field,
  label,
  hint,
  hiddenLabel,
  full,
  options,
  optional,
  beside,
  ...rest
}: SelectFieldProps) {
  const leftOut = isOptional(field, optional);
  const { key, ...props } = getSelectProps(field, { ariaDescribedBy: hint ? field.descriptionId : undefined });
  const select = <Select key={key} {...props} required={!leftOut} options={options} {...rest} />;
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
      {beside ? (
        <div className={styles.withButton}>
          {select}
          {beside}
        </div>
      ) : (
        select
      )}
    </Field>
  );
}
