import { useForm } from "@conform-to/react";
import { MOST_PICTURES, MOST_TEXT } from "~/features/messages/plain-schema";
import type { SavedAnswer } from "~/features/messages/schema";
import type { Refused } from "~/session/form.server";
import { stack } from "~/styles/layout.css";
import { Field, Select } from "~/ui/field/field";
import { TextAreaField } from "~/ui/field/text-area-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/panel/panel";
import { PictureField } from "../pictures/picture-field";
import * as styles from "./styles.css";

interface WriteFormProps {
  /** The id of the form. A new id empties the field. */
  id: string;
  idempotencyKey: string;
  hint?: string;
  refusal?: Refused | undefined;
  /** Answers that a merchant has saved. */
  savedAnswers?: Pick<SavedAnswer, "_id" | "name">[];
}

/** The field for a message, and Send. A saved answer is added to the typed text and can be edited before sending. */
export function WriteForm({ id, idempotencyKey, hint, refusal, savedAnswers = [] }: WriteFormProps) {
  const [form, fields] = useForm<{ text: string; pictures: string[]; photos: File }>({
    id,
    lastResult: refusal?.lastResult,
  });
  return (
    <Panel as="div">
      <PostForm
        form={form}
        encType="multipart/form-data"
        idempotencyKey={idempotencyKey}
        className={stack}
        enterIntent="send"
      >
        <FormErrors form={form} labels={{ text: "Your message", photos: "Pictures" }} />
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
        <PictureField
          photos={fields.photos}
          pictures={fields.pictures}
          most={MOST_PICTURES}
          hint="Only the two of you see them, and our team if the conversation is reported."
        />
        <SubmitButton intent="send">Send</SubmitButton>
      </PostForm>
    </Panel>
  );
}
