import { useForm } from "@conform-to/react";
import type { Refused } from "~/session/form.server";
import { stack } from "~/styles/layout.css";
import { ChoiceField } from "~/ui/field/choice-field";
import { TextField } from "~/ui/field/text-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/panel/panel";

interface SettingsCardProps {
  settings: { lowStockAt: number; mail: boolean };
  timeZone: string;
  refusal: Refused | undefined;
  idempotencyKey: string;
}

/** The stall's mark of low stock, and whether its merchant gets mail about it. */
export function SettingsCard({ settings, timeZone, refusal, idempotencyKey }: SettingsCardProps) {
  const [form, fields] = useForm<{ lowStockAt: string; mail: string }>({
    id: "low-stock",
    defaultValue: { lowStockAt: String(settings.lowStockAt), mail: settings.mail ? "on" : "" },
    lastResult: refusal?.lastResult,
  });
  return (
    <Panel title="Low stock" id="low-stock-settings" stacked>
      <PostForm form={form} action="#low-stock-settings" idempotencyKey={idempotencyKey} className={stack}>
        <FormErrors form={form} labels={{ lowStockAt: "Low at" }} />
        <TextField
          field={fields.lowStockAt}
          label="Low at, where a product has no mark of its own"
          hint="From so many pieces down it is among those that run low."
          inputMode="numeric"
          optional={false}
        />
        <ChoiceField
          field={fields.mail}
          label="Write to me in the morning while something runs low"
          hint={`At most once a day, from six on (${timeZone}).`}
          required={false}
        />
        <SubmitButton intent="settings" variant="quiet">
          Save
        </SubmitButton>
      </PostForm>
    </Panel>
  );
}
