import type { FormMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import * as styles from "./passkey-form.css";
import { usePasskey } from "./use-passkey";

interface PasskeyFormProps {
  /** From conform's `useForm`; it has a field `passkey`. */
  form: FormMetadata<any, any>;
  how: "create" | "get";
  /** Whom the page's script asks what the device is to sign. */
  address: string;
  button: string;
  /** What works where no scripts run. */
  without: ReactNode;
  children?: ReactNode;
}

/** A form that is sent with what the device has signed. Nothing of it works without scripts, and it says so there. */
export function PasskeyForm({ form, how, address, button, without, children }: PasskeyFormProps) {
  const { onSubmit, problem, busy } = usePasskey(how, address);
  return (
    <>
      <p className={styles.unscripted}>{without}</p>
      <PostForm form={form} className={styles.scripted} onSubmit={onSubmit} data-needs-scripts>
        {problem ? (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        ) : (
          <FormErrors form={form} labels={{ passkey: "Passkey" }} />
        )}
        {children}
        <input type="hidden" name="passkey" defaultValue="" />
        <SubmitButton wide id={`${form.id}-passkey`} aria-busy={busy || undefined}>
          {button}
        </SubmitButton>
      </PostForm>
    </>
  );
}
