import { getInputProps } from "@conform-to/react";
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { RoundButton } from "~/ui/button/round-button";
import type { AnyField } from "~/ui/field/conform-field";
import { Field, Input, type FieldLook } from "~/ui/field/field";
import { useHydrated } from "~/ui/hydrated/hydrated";
import { Icon } from "~/ui/icon/icon";
import * as styles from "./password-field.css";

export type PasswordFieldProps = FieldLook & {
  field: AnyField;
  /** Lets the password manager know whether to fill or to offer one. */
  autoComplete: "current-password" | "new-password";
  enterKeyHint?: "next" | "done" | "go";
};

/** A password, with a toggle to see it once scripts run. */
export function PasswordField({
  field,
  label,
  hint,
  hiddenLabel,
  full,
  autoComplete,
  enterKeyHint = "next",
}: PasswordFieldProps) {
  const hydrated = useHydrated();
  const [shown, setShown] = useState(false);
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
          type={shown ? "text" : "password"}
          required
          autoComplete={autoComplete}
          enterKeyHint={enterKeyHint}
          autoCapitalize="none"
          spellCheck={false}
        />
        {hydrated ? (
          <RoundButton
            type="button"
            label="Show password"
            pressed={shown}
            aria-controls={field.id}
            className={styles.toggle}
            onClick={() => setShown(!shown)}
          >
            <Icon of={shown ? EyeOff : Eye} />
          </RoundButton>
        ) : null}
      </div>
    </Field>
  );
}
