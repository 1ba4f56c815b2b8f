import { useForm } from "@conform-to/react";
import { MOST_TEXT } from "~/features/messages/plain-schema";
import type { SavedAnswer } from "~/features/messages/schema";
import type { Refused } from "~/session/form.server";
import { stack } from "~/styles/layout.css";
import { Field, Select } from "~/ui/field/field";
import { TextAreaField } from "~/ui/field/text-area-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/panel/panel";
import * as styles from "./styles.css";

interface WriteFormProps {
  /** Another one empties the field. */
  id: string;
  idempotencyKey: string;
  hint?: string;
  refused?: Refused | undefined;
  /** Answers that a merchant has saved. */
  savedAnswers?: Pick<SavedAnswer, "_id" | "name">[];
}

/** The field for a message, and Send. A saved answer is put behind what was typed, to be changed before it is sent. */
export function WriteForm({ id, idempotencyKey, hint, refused, savedAnswers = [] }: WriteFormProps) {
  const [form, fields] = useForm<{ text: string }>({ id, lastResult: refused?.lastResult });
  return (
    <Panel as="div">
      <PostForm form={form} idempotencyKey={idempotencyKey} className={stack} enterIntent="send">
        <FormErrors form={form} labels={{ text: "Your message" }} />
        {savedAnswers.length > 0 ? (
          <div className={styles.savedAnswer}>
            <Field id="saved" label="Saved answer">
              <Select
                id="saved"
                name="saved"
                options={savedAnswers.map(({ _id, name }) => ({ value: _id, label: name }))}
              />
            </Field>
            <SubmitButton intent="put-in" variant="quiet" formNoValidate>
              Put in
            </SubmitButton>
          </div>
        ) : null}
        <TextAreaField
          field={fields.text}
          label="Your message"
          hint={hint ?? `Up to ${MOST_TEXT.toLocaleString("en-US")} characters.`}
          rows={5}
          optional={false}
        />
        <SubmitButton intent="send">Send</SubmitButton>
      </PostForm>
    </Panel>
  );
}
