import { getInputProps, getTextareaProps, useForm } from "@conform-to/react";
import type { ContactMessage } from "~/features/support/schema";
import type { Refused } from "~/session/form.server";
import { stack } from "~/styles/layout.css";
import { Field, Fields, Input, TextArea } from "~/ui/field/field";
import { TextField } from "~/ui/field/text-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { panelClass } from "~/ui/panel/panel";

const LABELS = { fullname: "Full name", telephone: "Phone", order: "Order number", description: "Message" };

export interface ContactFormProps {
  idempotencyKey: string;
  known: Pick<ContactMessage, "fullname" | "email" | "telephone" | "order">;
  refusal: Refused | undefined;
}

/**
 * Only the server checks the form, except the browser's check of an email field: no rule may stop a person who needs
 * help.
 */
export function ContactForm({ idempotencyKey, known, refusal }: ContactFormProps) {
  const [form, fields] = useForm<ContactMessage>({
    id: "contact",
    lastResult: refusal?.lastResult,
    defaultValue: known,
  });
  const { key: emailKey, ...email } = getInputProps(fields.email, { type: "email" });
  const { key: messageKey, ...message } = getTextareaProps(fields.description);
  return (
    <div className={panelClass}>
      <PostForm form={form} idempotencyKey={idempotencyKey} className={stack}>
        <FormErrors form={form} labels={LABELS} />
        <Fields>
          <TextField field={fields.fullname} label="Full name" optional autoComplete="name" enterKeyHint="next" />
          <Field id={fields.email.id} label="Email" error={fields.email.errors}>
            <Input key={emailKey} {...email} autoComplete="email" inputMode="email" enterKeyHint="next" />
          </Field>
          <TextField field={fields.subject} label="Subject" optional enterKeyHint="next" />
          <TextField
            field={fields.telephone}
            label="Phone"
            type="tel"
            optional
            autoComplete="tel"
            inputMode="tel"
            enterKeyHint="next"
          />
          <TextField field={fields.order} label="Order number" optional inputMode="numeric" enterKeyHint="next" />
        </Fields>
        <Field id={fields.description.id} label="Message" error={fields.description.errors}>
          <TextArea key={messageKey} {...message} rows={6} />
        </Field>
        <SubmitButton>Send message</SubmitButton>
      </PostForm>
    </div>
  );
}
