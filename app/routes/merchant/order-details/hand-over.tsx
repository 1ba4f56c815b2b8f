import { useForm } from "@conform-to/react";
import { toCents } from "~/features/fields";
import type { Refused } from "~/session/form.server";
import { stack } from "~/styles/layout.css";
import { TextField } from "~/ui/field/text-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { QuickSums } from "~/ui/hand-over/quick-sums";
import { Panel } from "~/ui/panel/panel";
import { dollars } from "~/ui/price/money";

interface HandOverProps {
  refusal: Refused | undefined;
  idempotencyKey: string;
}

/** The form for what is due at collection. Payment and hand-over are one step. */
export function HandOver({ due, refusal, idempotencyKey }: HandOverProps & { due: number }) {
  const [form, fields] = useForm<{ given: string }>({ id: "hand-over", lastResult: refusal?.lastResult });
  return (
    <PostForm form={form} idempotencyKey={idempotencyKey} className={stack}>
      <FormErrors form={form} labels={{ given: "Sum given" }} />
      <p>
        <b>To be paid now: {dollars(due)}</b>
      </p>
      <TextField
        field={fields.given}
        label="Sum given"
        hint="Dollars that the customer puts down. You read what to give back."
        inputMode="decimal"
      />
      <SubmitButton>Paid and handed over</SubmitButton>
      <p>Or press what the customer puts down: it is paid and handed over.</p>
      {/* One hidden field for all buttons, because the buttons for sums send only their sum. */}
      <input type="hidden" name="intent" value="hand-over" />
      <QuickSums dueCents={toCents(due)} />
    </PostForm>
  );
}

/** Lets the merchant excuse a customer who did not collect in time. */
export function Excuse({ refusal, idempotencyKey }: HandOverProps) {
  const [form] = useForm({ id: "excuse", lastResult: refusal?.lastResult });
  return (
    <Panel title="Was it not the customer’s fault?" stacked>
      <PostForm form={form} idempotencyKey={idempotencyKey} className={stack}>
        <FormErrors form={form} />
        <p>Whoever does not come several times pays by card. You can say that this one does not count.</p>
        <SubmitButton intent="excuse" variant="quiet">
          It does not count
        </SubmitButton>
      </PostForm>
    </Panel>
  );
}
