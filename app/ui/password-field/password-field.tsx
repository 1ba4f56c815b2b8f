import { getInputProps } from "@conform-to/react";
import { Eye, EyeOff } from "~/ui/icon/icons";
import { round } from "~/ui/button/round-button.css";
import { classNames } from "~/ui/class-names/class-names";
import type { AnyField } from "~/ui/field/conform-field";
import { Field, FieldError, Input, type FieldLook } from "~/ui/field/field";
import { Icon } from "~/ui/icon/icon";
import { DO_NOT_MATCH, REPEATS, SHOWS_PASSWORD } from "./contract";
import * as styles from "./password-field.css";

export type PasswordFieldProps = FieldLook & {
  field: AnyField;
  /** Lets the password manager know whether to fill or to offer one. */
  autoComplete: "current-password" | "new-password";
  enterKeyHint?: "next" | "done" | "go";
  required?: boolean;
  /** The field whose password is repeated here. They are compared while they are typed. */
  repeats?: AnyField;
  /** For the field that is repeated: it also says that the two differ. */
  isRepeated?: boolean;
};

/** A field for a password. Scripts add a button that shows it. */
export function PasswordField({
  field,
  label,
  hint,
  hiddenLabel,
  full,
  autoComplete,
  enterKeyHint = "next",
  required = true,
  repeats,
  isRepeated,
}: PasswordFieldProps) {
  const { key, ...props } = getInputProps(field, {
    type: "password",
    ariaDescribedBy: hint ? field.descriptionId : undefined,
  });
  return (
    <Field id={field.id} label={label} hint={hint} hiddenLabel={hiddenLabel} full={full} error={field.errors}>
      <div className={styles.holder}>
        <Input
          key={key}
          {...props}
          required={required}
          autoComplete={autoComplete}
          enterKeyHint={enterKeyHint}
          autoCapitalize="none"
          spellCheck={false}
          {...(repeats && { [REPEATS]: repeats.id })}
        />
        <span className={classNames(round, styles.toggle)} hidden {...{ [SHOWS_PASSWORD]: field.id }}>
          <Icon of={Eye} />
          <Icon of={EyeOff} />
        </span>
      </div>
      {repeats || isRepeated ? <FieldError id={`${field.id}-differs`} error={DO_NOT_MATCH} hidden /> : null}
    </Field>
  );
}
