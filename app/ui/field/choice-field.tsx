import { getCollectionProps, getInputProps } from "@conform-to/react";
import type { ReactNode } from "react";
import { classNames } from "~/ui/class-names/class-names";
import { type AnyField, isOptional } from "./conform-field";
import { FieldError, Hint, Optional, type FieldLook, type Option } from "./field";
import * as styles from "./field.css";

export interface ChoiceFieldProps {
  field: AnyField;
  label: ReactNode;
  hint?: ReactNode;
  /** The posted value when it is ticked. */
  value?: string;
  /** Whether it must be ticked, as the terms must. By default as the schema says. */
  required?: boolean;
  full?: boolean;
}

/** A single checkbox. */
export function ChoiceField({ field, label, hint, value = "on", required, full }: ChoiceFieldProps) {
  const { key, ...props } = getInputProps(field, {
    type: "checkbox",
    value,
    ariaDescribedBy: hint ? field.descriptionId : undefined,
  });
  return (
    <div className={classNames(styles.field, full && styles.full)}>
      <label className={styles.choice} htmlFor={field.id}>
        <input key={key} {...props} required={required ?? field.required} />
        <span>{label}</span>
      </label>
      {hint ? <Hint id={field.descriptionId}>{hint}</Hint> : null}
      <FieldError id={field.errorId} error={field.errors} />
    </div>
  );
}

export interface CheckboxGroupFieldProps extends FieldLook {
  /** A list of strings in the schema. */
  field: AnyField;
  options: readonly Option[];
  optional?: boolean;
}

/** Checkboxes for several values of a list, posted under one name. */
export function CheckboxGroupField({ field, label, hint, full, options, optional }: CheckboxGroupFieldProps) {
  const labelled = options.map((option) => (typeof option === "string" ? { value: option, label: option } : option));
  const boxes = getCollectionProps(field, { type: "checkbox", options: labelled.map((option) => option.value) });
  const describedBy = classNames(Boolean(field.errors) && field.errorId, Boolean(hint) && field.descriptionId);
  return (
    // Focusable, so that the summary of errors can lead here.
    <fieldset
      className={classNames(styles.field, full && styles.full)}
      id={field.id}
      tabIndex={-1}
      aria-describedby={describedBy}
    >
      <legend>
        {label}
        {isOptional(field, optional) ? <Optional /> : null}
      </legend>
      {hint ? <Hint id={field.descriptionId}>{hint}</Hint> : null}
      <div className={styles.choices}>
        {boxes.map(({ key, ...box }, place) => (
          <label key={box.value} className={styles.choice} htmlFor={box.id}>
            {/* Native `required` would ask for every single box. */}
            <input key={key} {...box} required={undefined} aria-describedby={undefined} />
            <span>{labelled[place]?.label}</span>
          </label>
        ))}
      </div>
      <FieldError id={field.errorId} error={field.errors} />
    </fieldset>
  );
}
