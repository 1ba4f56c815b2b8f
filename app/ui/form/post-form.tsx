import { FormProvider, type FormMetadata } from "@conform-to/react";
import type { FormEvent } from "react";
import { useHydrated } from "~/ui/hydrated/hydrated";
import { PlainForm, type PlainFormProps } from "./plain-form";

export type PostFormProps = PlainFormProps & {
  /** From conform's `useForm`; leave out for a form without fields to check. */
  form?: FormMetadata<any, any>;
};

/** A `PlainForm` with fields to check: by the browser, until scripts take over with conform's messages. */
export function PostForm({ form, onSubmit, children, ...rest }: PostFormProps) {
  const hydrated = useHydrated();
  if (!form) {
    return (
      <PlainForm {...rest} onSubmit={onSubmit}>
        {children}
      </PlainForm>
    );
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    // Conform checks whatever is sent, by a way back as well.
    if (!leavesUnchecked(event)) form.onSubmit(event);
    if (!event.defaultPrevented) onSubmit?.(event);
  };
  return (
    <PlainForm
      {...rest}
      id={form.id}
      // Whatever conform was told, the server's HTML keeps the browser's own checks.
      noValidate={(hydrated && form.noValidate) || rest.noValidate}
      onSubmit={submit}
    >
      <FormProvider context={form.context}>{children}</FormProvider>
    </PlainForm>
  );
}

/** Whether the button pressed is one of ours that asks for no checks, such as Back. */
function leavesUnchecked(event: FormEvent<HTMLFormElement>): boolean {
  const { submitter } = event.nativeEvent as SubmitEvent;
  return submitter instanceof HTMLButtonElement && submitter.formNoValidate && submitter.name === "intent";
}
