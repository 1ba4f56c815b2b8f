import { useForm } from "@conform-to/react";
import type { Refused } from "~/session/form.server";
import { TextField } from "~/ui/field/text-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";

interface ProofFormProps {
  refusal: Refused | undefined;
  /** Whether a code may be given instead of the password. */
  hasFactor: boolean;
  /** The form that waits for the proof. It is sent along and carried out afterwards. */
  fields?: [name: string, value: string][];
  idempotencyKey?: string;
}

/** Asks for a fresh proof of identity before an action that a thief would want. */
export function ProofForm({ refusal, hasFactor, fields: waiting = [], idempotencyKey }: ProofFormProps) {
  const [form, fields] = useForm<{ password: string; code: string }>({
    id: "proof",
    lastResult: refusal?.lastResult,
  });
  return (
    <PostForm form={form} {...(idempotencyKey && { idempotencyKey })}>
      {waiting.map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
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
          hint="A recovery code is used up by it, and opens this one thing."
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
