import { FormProvider, type FormMetadata } from "@conform-to/react";
import { Form, useNavigation, type FormProps } from "@remix-run/react";
import { useEffect, useState, type FormEvent, type ReactNode } from "react";
import { visuallyHidden } from "~/styles/layout.css";
import { useHydrated } from "~/ui/hydrated/hydrated";
import * as styles from "./form.css";
import { PendingForm, rememberSent } from "./pending";

export type PostFormProps = Omit<FormProps, "method" | "children"> & {
  /** From conform's `useForm`; leave out for a form without fields to check. */
  form?: FormMetadata<any, any>;
  /** Sent along as `_key`, so that a post repeated by a flaky line is done once. */
  idempotencyKey?: string;
  /**
   * The intent of pressing Enter in a field. A browser presses the form's first submit button, which may well be Back,
   * Remove or −: set this wherever another button comes before the main one. `""` posts no intent.
   */
  enterIntent?: string;
  children: ReactNode;
};

/**
 * A form that is plain HTML first: `method="post"`, checked by the browser until scripts take over with conform's
 * messages. While its post is under way everything in it is disabled; the values were read before that. `className`
 * lays out the children.
 */
export function PostForm({ form, idempotencyKey, enterIntent, className, onSubmit, children, ...rest }: PostFormProps) {
  const navigation = useNavigation();
  const hydrated = useHydrated();
  const [sent, setSent] = useState(false);
  const pending = sent && navigation.state !== "idle";

  useEffect(() => {
    if (navigation.state === "idle") setSent(false);
  }, [navigation.state]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    // Conform checks whatever is sent, by a way back as well.
    if (!leavesUnchecked(event)) form?.onSubmit(event);
    if (!event.defaultPrevented) onSubmit?.(event);
    // Checks that failed in the browser have prevented the post.
    if (event.defaultPrevented) return;
    setSent(true);
    rememberSent(event.currentTarget.id || undefined);
  };

  const body = (
    <>
      {enterIntent === undefined ? null : (
        <button
          className={visuallyHidden}
          name={enterIntent ? "intent" : undefined}
          value={enterIntent}
          tabIndex={-1}
          aria-hidden="true"
        />
      )}
      {idempotencyKey ? <input type="hidden" name="_key" value={idempotencyKey} /> : null}
      <fieldset className={className ?? styles.plain} disabled={pending}>
        <PendingForm.Provider value={pending}>{children}</PendingForm.Provider>
      </fieldset>
    </>
  );
  return (
    <Form
      {...rest}
      method="post"
      id={form?.id ?? rest.id}
      // Whatever conform was told, the server's HTML keeps the browser's own checks.
      noValidate={(form && hydrated && form.noValidate) || rest.noValidate}
      aria-busy={pending || undefined}
      onSubmit={submit}
    >
      {form ? <FormProvider context={form.context}>{body}</FormProvider> : body}
    </Form>
  );
}

/** Whether the button pressed is one of ours that asks for no checks, such as Back. */
function leavesUnchecked(event: FormEvent<HTMLFormElement>): boolean {
  const { submitter } = event.nativeEvent as SubmitEvent;
  return submitter instanceof HTMLButtonElement && submitter.formNoValidate && submitter.name === "intent";
}
