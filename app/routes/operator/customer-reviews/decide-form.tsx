import { useForm } from "@conform-to/react";
import type { ModeratedReview } from "~/features/reviews/schema";
import type { Refused } from "~/session/form.server";
import { stack } from "~/styles/layout.css";
import { Disclosure } from "~/ui/disclosure/disclosure";
import { TextAreaField } from "~/ui/field/text-area-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PlainForm } from "~/ui/form/plain-form";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";

interface DecideFormProps {
  review: Pick<ModeratedReview, "_id" | "hiddenAt" | "openReports">;
  idempotencyKey: string;
  /** The answer to this form, if it was the posted one. */
  refusal?: Refused | undefined;
}

/** An operator's decision about a review: hide it, keep it, or show it again. */
export function DecideForm({ review, idempotencyKey, refusal }: DecideFormProps) {
  const { _id, hiddenAt, openReports } = review;
  const [form, fields] = useForm<{ reason: string }>({ id: `hide-${_id}`, lastResult: refusal?.lastResult });
  const step = (intent: string, label: string) => (
    <PlainForm idempotencyKey={`${idempotencyKey}-${_id}-${intent}`}>
      <input type="hidden" name="review" value={_id} />
      <SubmitButton intent={intent} variant="quiet">
        {label}
      </SubmitButton>
    </PlainForm>
  );
  if (hiddenAt !== null) return step("put-back", "Show it again");
  return (
    <>
      {openReports > 0 ? step("keep", "Keep it") : null}
      <Disclosure title="Hide it" open={refusal !== undefined}>
        <PostForm form={form} idempotencyKey={`${idempotencyKey}-${_id}`} className={stack}>
          <FormErrors form={form} />
          <input type="hidden" name="review" value={_id} />
          <TextAreaField field={fields.reason} label="Reason" hint="The writer is told." rows={3} optional={false} />
          <SubmitButton intent="hide">Hide the review</SubmitButton>
        </PostForm>
      </Disclosure>
    </>
  );
}
