import { FormProvider, type FormMetadata } from "@conform-to/react";
import { PlainForm, type PlainFormProps } from "./plain-form";

export type PostFormProps = PlainFormProps & {
  /** From conform's `useForm`; leave out for a form without fields to check. */
  form?: FormMetadata<any, any>;
};

/** A `PlainForm` with fields to check: by the browser before it is sent, and by the server with its own messages. */
export function PostForm({ form, children, ...rest }: PostFormProps) {
  if (!form) return <PlainForm {...rest}>{children}</PlainForm>;
  return (
    <PlainForm {...rest} id={form.id}>
      <FormProvider context={form.context}>{children}</FormProvider>
    </PlainForm>
  );
}
