import { getInputProps } from "@conform-to/react";
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { FreeField } from "~/routes/shared/billing/free-field";
import { RoundButton } from "~/ui/button/round-button";
import type { AnyField } from "~/ui/field/conform-field";
import { Field, Input } from "~/ui/field/field";
import { useHydrated } from "~/ui/hydrated/hydrated";
import { Icon } from "~/ui/icon/icon";
import { holder, toggle } from "~/ui/password-field/password-field.css";

/*
 * The fields of signing in. Neither is marked as required: the service says what is missing. Source: specification
 * §5, Login.
 */

export function LoginEmail({ field }: { field: AnyField }) {
  return (
    <FreeField
      field={field}
      label="Email"
      type="email"
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      enterKeyHint="next"
    />
  );
}

export function LoginPassword({ field }: { field: AnyField }) {
  const hydrated = useHydrated();
  const [shown, setShown] = useState(false);
  const { key, ...props } = getInputProps(field, { type: "password" });
  return (
    <Field id={field.id} label="Password" error={field.errors}>
      <div className={holder}>
        <Input
          key={key}
          {...props}
          type={shown ? "text" : "password"}
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
        />
        {hydrated ? (
          <RoundButton
            type="button"
            label="Show password"
            pressed={shown}
            aria-controls={field.id}
            className={toggle}
            onClick={() => setShown(!shown)}
          >
            <Icon of={shown ? EyeOff : Eye} />
          </RoundButton>
        ) : null}
      </div>
    </Field>
  );
}
