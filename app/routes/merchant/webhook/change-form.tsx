import { useForm } from "@conform-to/react";
import type { Endpoint } from "~/features/webhooks/schema";
import type { Refused } from "~/session/form.server";
import { stack } from "~/styles/layout.css";
import { ChoiceField } from "~/ui/field/choice-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { EndpointFields, type EndpointForm } from "./endpoint-fields";

interface ChangeFormProps {
  endpoint: Endpoint;
  refused: Refused | undefined;
  idempotencyKey: string;
}

/** Address, events, and whether it is on. */
export function ChangeForm({ endpoint: { _id, url, events, enabled }, refused, idempotencyKey }: ChangeFormProps) {
  const [form, fields] = useForm<EndpointForm>({
    id: `webhook-${_id}`,
    defaultValue: { url, events, ...(enabled && { enabled: "on" }) },
    lastResult: refused?.lastResult,
    defaultNoValidate: false,
  });
  return (
    <PostForm form={form} idempotencyKey={idempotencyKey} className={stack}>
      <FormErrors form={form} labels={{ url: "Address" }} />
      <EndpointFields fields={fields} />
      <ChoiceField
        field={fields.enabled}
        label="On"
        hint="Turned off, nothing new is written down for it. Turned on, what still waits is sent."
        required={false}
      />
      <SubmitButton intent="save">Save</SubmitButton>
    </PostForm>
  );
}
