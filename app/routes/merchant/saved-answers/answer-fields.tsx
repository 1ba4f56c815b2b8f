import { useForm } from "@conform-to/react";
import type { SavedAnswer } from "~/features/messages/schema";
import type { Refused } from "~/session/form.server";
import { row, stack } from "~/styles/layout.css";
import { TextAreaField } from "~/ui/field/text-area-field";
import { TextField } from "~/ui/field/text-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PlainForm } from "~/ui/form/plain-form";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";

/** Stands for the id of an answer that does not exist yet. */
export const NEW = "new";

interface AnswerFieldsProps {
  /** Left out for a new answer. */
  answer?: SavedAnswer;
  idempotencyKey: string;
  refusal?: Refused | undefined;
}

/** A saved answer, which can be added, changed and removed. */
export function AnswerFields({ answer, idempotencyKey, refusal }: AnswerFieldsProps) {
  const id = answer?._id ?? NEW;
  const [form, fields] = useForm<{ name: string; text: string }>({
    id: `answer-${id}`,
    lastResult: refusal?.lastResult,
    defaultValue: answer && { name: answer.name, text: answer.text },
  });
  return (
    <>
      <PostForm form={form} idempotencyKey={`${idempotencyKey}-${id}`} className={stack}>
        <FormErrors form={form} />
        <input type="hidden" name="answer" value={id} />
        <TextField field={fields.name} label="Name" hint="You choose the answer by it." optional={false} />
        <TextAreaField field={fields.text} label="Answer" rows={4} optional={false} />
        <div className={row}>
          <SubmitButton intent="save">Save answer</SubmitButton>
        </div>
      </PostForm>
      {answer ? (
        <PlainForm idempotencyKey={`${idempotencyKey}-${id}-remove`}>
          <input type="hidden" name="answer" value={id} />
          <SubmitButton intent="remove" variant="quiet">
            Remove
          </SubmitButton>
        </PlainForm>
      ) : null}
    </>
  );
}
