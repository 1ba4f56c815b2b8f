import type { FormMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { parts } from "virtual:page-script";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { PASSKEY_OPTIONS } from "~/ui/passkey/contract";
import * as styles from "./passkey-form.css";

interface PasskeyFormProps {
  /** From conform's `useForm`. The form has a field `passkey`. */
  form: FormMetadata<any, any>;
  how: "create" | "get";
  /** The address from which the page's script gets the options for the device's signature. */
  address: string;
  button: string;
  /** The text for browsers without scripts: a way that needs none. */
  without: ReactNode;
  children?: ReactNode;
}

/** A form that is sent with the device's signature. It needs scripts. Browsers without them show `without` instead. */
export function PasskeyForm({ form, how, address, button, without, children }: PasskeyFormProps) {
  return (
    <>
      <p className={styles.unscripted}>{without}</p>
      <PostForm form={form} className={styles.scripted} data-needs-scripts data-part={parts["passkey"]}>
        {form.status === "error" ? (
          <FormErrors form={form} labels={{ passkey: "Passkey" }} />
        ) : (
          <p className={styles.problem} role="alert" hidden />
        )}
        {children}
        <input type="hidden" name="passkey" defaultValue="" />
        <SubmitButton wide id={`${form.id}-passkey`} disabled {...{ [PASSKEY_OPTIONS]: `${how} ${address}` }}>
          {button}
        </SubmitButton>
      </PostForm>
    </>
  );
}
