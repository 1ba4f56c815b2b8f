import { useForm } from "@conform-to/react";
import { refusedBy } from "~/routes/shared/refused-by";
import type { Refused } from "~/session/form.server";
import { stack } from "~/styles/layout.css";
import { TextAreaField } from "~/ui/field/text-area-field";
import { TextField } from "~/ui/field/text-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/panel/panel";

interface LetterFormProps {
  days: { since: string; until: string };
  buyers: number;
  refusal: Refused | undefined;
  idempotencyKey: string;
}

/** Writes the letter. A preview comes before it is sent. */
export function LetterForm({ days, buyers, refusal, idempotencyKey }: LetterFormProps) {
  const [form, fields] = useForm<{ subject: string; message: string }>({
    id: "letter",
    lastResult: refusedBy(refusal, "write")?.lastResult,
  });
  return (
    <Panel title="Write to all of them" stacked>
      <p>
        A mail to {buyers === 1 ? "the one buyer" : `each of the ${buyers} buyers`}, once. Nothing is sent before you
        have seen it.
      </p>
      <PostForm form={form} idempotencyKey={idempotencyKey} className={stack}>
        <FormErrors form={form} />
        <input type="hidden" name="since" value={days.since} />
        <input type="hidden" name="until" value={days.until} />
        <TextField field={fields.subject} label="Subject" optional={false} />
        <TextAreaField
          field={fields.message}
          label="Message"
          hint="Under it stand the reader's own orders, and a link to them."
          rows={6}
          optional={false}
        />
        <SubmitButton intent="write" variant="quiet">
          Preview
        </SubmitButton>
      </PostForm>
    </Panel>
  );
}
