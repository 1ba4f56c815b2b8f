import { getInputProps } from "@conform-to/react";
import type { AnyField } from "~/ui/field/conform-field";
import { Field, Input, type FieldLook } from "~/ui/field/field";
import { input } from "~/ui/field/field.css";
import { digitsOf } from "./code-boxes";
import * as styles from "./code-field.css";
import { CODE_BOXES } from "./contract";

export type CodeFieldProps = FieldLook & {
  field: AnyField;
  /** How many digits a code has. */
  length?: number;
};

/** A one-time code: one field, which scripts replace by a box for each digit. */
export function CodeField({ field, label, hint, hiddenLabel, full, length = 5 }: CodeFieldProps) {
  const { key, ...props } = getInputProps(field, {
    type: "text",
    ariaDescribedBy: hint ? field.descriptionId : undefined,
  });
  return (
    <Field id={field.id} label={label} hint={hint} hiddenLabel={hiddenLabel} full={full} error={field.errors}>
      <Input
        key={key}
        {...props}
        // Boxes that replaced the field under a finger would close the keyboard.
        data-needs-scripts
        {...{ [CODE_BOXES]: [length, styles.boxes, `${input} ${styles.box}`].join("|") }}
        className={styles.single}
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="done"
        maxLength={length}
        minLength={undefined}
        // Digits of any script; the server refuses other characters.
        pattern={`[^A-Za-z\\s]{${length}}`}
        defaultValue={typeof field.initialValue === "string" ? digitsOf(field.initialValue, length) : ""}
      />
    </Field>
  );
}
