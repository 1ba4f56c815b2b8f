import { useForm } from "@conform-to/react";
import type { Refused } from "~/session/form.server";
import { TextField } from "~/ui/field/text-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";

interface ProofFormProps {
  refused: Refused | undefined;
  /** Whether a code may be given instead of the password. */
  hasFactor: boolean;
}

/** Asks once more who is there, before something that is worth stealing. */
export function ProofForm({ refused, hasFactor }: ProofFormProps) {
  const [form, fields] = useForm<{ password: string; code: string }>({
    id: "proof",
    lastResult: refused?.lastResult,
    defaultNoValidate: false,
  });
  return (
    <PostForm form={form}>
      <FormErrors form={form} labels={{ code: "Code" }} />
      <TextField
        field={fields.password}
        label="Password"
        type="password"
        autoComplete="current-password"
        enterKeyHint="go"
        optional={hasFactor}
      />
      {hasFactor ? (
        <TextField
          field={fields.code}
          label="Or a code of your app, or a recovery code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          optional
        />
      ) : null}
      <SubmitButton wide>Go on</SubmitButton>
    </PostForm>
  );
}
