import { useForm } from "@conform-to/react";
import type { Endpoint } from "~/features/webhooks/schema";
import type { Refused } from "~/session/form.server";
import { stack } from "~/styles/layout.css";
import { ChoiceField } from "~/ui/field/choice-field";
import { FormErrors } from "~/ui/form/form-errors";
import { OpenedWith } from "~/ui/form/opened-with";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { EndpointFields, EVENT_OPTIONS, type EndpointForm } from "./endpoint-fields";

interface ChangeFormProps {
  endpoint: Endpoint;
  /** Version and digests of the endpoint when the page was made, for `OpenedWith`. */
  opened: string;
  refusal: Refused | undefined;
  idempotencyKey: string;
}

/** The endpoint's address and events, and whether it is on. */
export function ChangeForm({
  endpoint: { _id, url, events, enabled },
  opened,
  refusal,
  idempotencyKey,
}: ChangeFormProps) {
  const [form, fields] = useForm<EndpointForm>({
    id: `webhook-${_id}`,
    defaultValue: { url, events, ...(enabled && { enabled: "on" }) },
    lastResult: refusal?.lastResult,
  });
  return (
    <PostForm form={form} idempotencyKey={idempotencyKey} className={stack}>
      <FormErrors form={form} labels={{ url: "Address" }} />
      <OpenedWith
        form={form}
        opened={opened}
        conflicts={refusal?.conflicts}
        labels={{ url: "Address", enabled: "On" }}
        options={{ events: EVENT_OPTIONS }}
      />
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
