import { EVENT_NAMES, EVENT_TYPES } from "~/features/webhooks/plain-schema";
import type { CreateEndpoint } from "~/features/webhooks/schema";
import { CheckboxGroupField } from "~/ui/field/choice-field";
import type { AnyField } from "~/ui/field/conform-field";
import { TextField } from "~/ui/field/text-field";

export type EndpointForm = CreateEndpoint & { enabled?: "on" };

export const EVENT_OPTIONS = EVENT_TYPES.map((value) => ({ value, label: EVENT_NAMES[value] }));

/** The address and the events of a webhook. */
export function EndpointFields({ fields }: { fields: Record<"url" | "events", AnyField> }) {
  return (
    <>
      <TextField
        field={fields.url}
        label="Address"
        type="url"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        hint="Begins with https://, and can be reached from everywhere."
      />
      <CheckboxGroupField field={fields.events} label="Events" options={EVENT_OPTIONS} />
    </>
  );
}
