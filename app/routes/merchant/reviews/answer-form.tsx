import { useForm } from "@conform-to/react";
import type { Refused } from "~/session/form.server";
import { row, stack } from "~/styles/layout.css";
import { Disclosure } from "~/ui/disclosure/disclosure";
import { TextAreaField } from "~/ui/field/text-area-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PlainForm } from "~/ui/form/plain-form";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";

interface AnswerFormProps {
  reviewId: string;
  answer: string;
  idempotencyKey: string;
  /** The answer to this form, if it was the posted one. */
  refusal?: Refused | undefined;
}

/** The stall's answer to a review. It can be written, changed and removed. */
export function AnswerForm({ reviewId, answer, idempotencyKey, refusal }: AnswerFormProps) {
  const [form, fields] = useForm<{ answer: string }>({
    id: `answer-${reviewId}`,
    lastResult: refusal?.lastResult,
    defaultValue: { answer },
  });
  return (
    <Disclosure title={answer ? "Change the answer" : "Answer"} open={refusal !== undefined}>
      <PostForm form={form} idempotencyKey={`${idempotencyKey}-${reviewId}`} className={stack}>
        <FormErrors form={form} />
        <input type="hidden" name="review" value={reviewId} />
        <TextAreaField
          field={fields.answer}
          label="Your answer"
          hint="Everybody can read it under the review."
          rows={4}
          optional={false}
        />
        <div className={row}>
          <SubmitButton intent="answer">Save answer</SubmitButton>
        </div>
      </PostForm>
      {answer ? (
        <PlainForm idempotencyKey={`${idempotencyKey}-${reviewId}-back`}>
          <input type="hidden" name="review" value={reviewId} />
          <SubmitButton intent="take-back" variant="quiet">
            Take the answer back
          </SubmitButton>
        </PlainForm>
      ) : null}
    </Disclosure>
  );
}
