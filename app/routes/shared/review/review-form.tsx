import { getCollectionProps, useForm } from "@conform-to/react";
import type { ReactNode } from "react";
import type { Image } from "~/features/fields";
import { MOST_PICTURES, MOST_WORDS } from "~/features/reviews/plain-schema";
import type { Refused } from "~/session/form.server";
import { stack } from "~/styles/layout.css";
import { ChoiceField } from "~/ui/field/choice-field";
import { FieldError } from "~/ui/field/field";
import { TextAreaField } from "~/ui/field/text-area-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { useAnswer } from "~/ui/form/use-answer";
import { PictureField } from "../pictures/picture-field";
import * as styles from "./styles.css";

interface ReviewFormProps {
  idempotencyKey: string;
  /** The saved review. Empty for a first one. */
  values?: { stars: number; text: string; withName: boolean; pictures: Image[] } | null;
  button: string;
  children?: ReactNode;
}

const WORDS = ["Bad", "Not so good", "Fine", "Good", "Very good"];

/** Stars, text, and whether the name is shown. */
export function ReviewForm({ idempotencyKey, values, button, children }: ReviewFormProps) {
  const [form, fields] = useForm<{ stars: string; text: string; withName: string; pictures: string[]; photos: File }>({
    id: "review",
    lastResult: useAnswer<Refused>()?.lastResult,
    defaultValue: values && {
      text: values.text,
      stars: String(values.stars),
      withName: values.withName ? "on" : "",
      pictures: values.pictures.map(({ _id }) => _id),
    },
  });
  const choices = getCollectionProps(fields.stars, { type: "radio", options: ["5", "4", "3", "2", "1"] });
  return (
    <PostForm form={form} encType="multipart/form-data" idempotencyKey={idempotencyKey} className={stack}>
      <FormErrors form={form} labels={{ photos: "Pictures" }} />
      <fieldset id={fields.stars.id} tabIndex={-1}>
        <legend>Stars</legend>
        <div className={styles.starChoices}>
          {choices.map(({ key, ...choice }) => (
            <label key={choice.value} htmlFor={choice.id}>
              <input key={key} {...choice} required />
              <span>
                {choice.value} · {WORDS[Number(choice.value) - 1]}
              </span>
            </label>
          ))}
        </div>
        <FieldError id={fields.stars.errorId} error={fields.stars.errors} />
      </fieldset>
      <TextAreaField
        field={fields.text}
        label="Your words"
        hint={`How was it? Up to ${MOST_WORDS.toLocaleString("en-US")} characters. Everybody can read them.`}
        rows={6}
        optional
      />
      <PictureField
        photos={fields.photos}
        pictures={fields.pictures}
        most={MOST_PICTURES}
        hint="Everybody can see them; where and when they were taken is removed."
      />
      <ChoiceField
        field={fields.withName}
        label="Show my first name and the initial of my last name"
        required={false}
      />
      <SubmitButton intent="review">{button}</SubmitButton>
      {children}
    </PostForm>
  );
}
