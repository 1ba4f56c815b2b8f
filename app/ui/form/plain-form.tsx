import { Form, useActionData, type FormProps } from "@remix-run/react";
import { useContext, type ReactNode } from "react";
import { visuallyHidden } from "~/styles/layout.css";
import { FormOwner } from "./form-owner";
import * as styles from "./form.css";

export type PlainFormProps = Omit<FormProps, "method" | "children"> & {
  /** Posted as `_key`, so that a repeated post is done once. Without it the browser's script makes one per press. */
  idempotencyKey?: string;
  /**
   * The intent of pressing Enter in a field. A browser presses the form's first submit button, which may well be Back,
   * Remove or −: set this wherever another button comes before the main one. `""` posts no intent.
   */
  enterIntent?: string;
  children: ReactNode;
};

/**
 * A form that changes something: plain HTML, `method="post"`. While its post is under way, the browser's script
 * disables everything in it; it has read the values before. With an `id`, text that is typed into more than two fields
 * is kept on the device until the form is accepted. `className` lays out the children.
 */
export function PlainForm({ idempotencyKey, enterIntent, className, children, ...rest }: PlainFormProps) {
  const owner = useContext(FormOwner);
  // The last answer brings a new key if the form's key was used with other content.
  const answer = useActionData<{ key?: unknown }>();
  const key = idempotencyKey === undefined || typeof answer?.key !== "string" ? idempotencyKey : answer.key;
  return (
    <Form discover="none" {...rest} method="post">
      {enterIntent === undefined ? null : (
        <button
          className={visuallyHidden}
          name={enterIntent ? "intent" : undefined}
          value={enterIntent}
          tabIndex={-1}
          aria-hidden="true"
        />
      )}
      {key ? <input type="hidden" name="_key" value={key} /> : null}
      {/* If the session ends meanwhile, the typed text is kept for this account and no other. */}
      {owner ? <input type="hidden" name="_account" value={owner} /> : null}
      <fieldset className={className ?? styles.plain}>{children}</fieldset>
    </Form>
  );
}
