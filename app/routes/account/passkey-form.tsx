import type { FormMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { parts } from "virtual:page-script";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { PASSKEY_OPTIONS } from "~/ui/passkey/contract";
import * as styles from "./passkey-form.css";

interface PasskeyFormProps {
  /** From conform's `useForm`; it has a field `passkey`. */
  form: FormMetadata<any, any>;
  how: "create" | "get";
  /** The address that the page's script asks for the options of the device's signature. */
  address: string;
  button: string;
  /** A way that needs no scripts. */
  without: ReactNode;
  children?: ReactNode;
}

/** A form that is sent with what the device has signed. Nothing of it works without scripts, and it says so there. */
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
