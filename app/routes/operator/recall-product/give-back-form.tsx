import { useForm } from "@conform-to/react";
import { refusedBy } from "~/routes/shared/refused-by";
import type { Refused } from "~/session/form.server";
import { stack } from "~/styles/layout.css";
import { small, soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { TextAreaField } from "~/ui/field/text-area-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/panel/panel";
import { dollars } from "~/ui/price/money";

interface GiveBackFormProps {
  days: { since: string; until: string };
  left: number;
  refusal: Refused | undefined;
  idempotencyKey: string;
}

/** Refunds the price in all of these orders at once. */
export function GiveBackForm({ days, left, refusal, idempotencyKey }: GiveBackFormProps) {
  const [form, fields] = useForm<{ reason: string }>({
    id: "give-back",
    lastResult: refusedBy(refusal, "give-back")?.lastResult,
  });
  return (
    <Panel title="Give the money back" stacked>
      <p>
        <b>{dollars(left)}</b> go back to the cards of those who paid; whatever else is in their orders stays. The
        merchant is told of each order, and bears it as every refund.
      </p>
      <PostForm form={form} idempotencyKey={idempotencyKey} className={stack}>
        <FormErrors form={form} />
        <input type="hidden" name="since" value={days.since} />
        <input type="hidden" name="until" value={days.until} />
        <TextAreaField
          field={fields.reason}
          label="Reason"
          hint="The buyers and the merchant read it in a mail."
          rows={3}
          optional={false}
        />
        <p className={classNames(small, soft)}>It cannot be taken back.</p>
        <SubmitButton intent="give-back" variant="danger">
          Give it back
        </SubmitButton>
      </PostForm>
    </Panel>
  );
}
