import { Form, useActionData, type FormProps } from "@remix-run/react";
import { useContext, type ReactNode } from "react";
import { visuallyHidden } from "~/styles/layout.css";
import { FormOwner } from "./form-owner";
import * as styles from "./form.css";

export type PlainFormProps = Omit<FormProps, "method" | "children"> & {
  /** Sent along as `_key`, so that a post repeated by a flaky line is done once. Without one the browser's script makes one for each press. */
  idempotencyKey?: string;
  /**
   * The intent of pressing Enter in a field. A browser presses the form's first submit button, which may well be Back,
   * Remove or −: set this wherever another button comes before the main one. `""` posts no intent.
   */
  enterIntent?: string;
  children: ReactNode;
};

/**
 * A form that changes something: plain HTML, `method="post"`. While its post is under way, however long the line takes,
 * the browser's script disables everything in it; the values were read before that. With an `id`, what is typed into
 * more than two fields is kept on the device until it was taken. `className` lays out the children.
 */
export function PlainForm({ idempotencyKey, enterIntent, className, children, ...rest }: PlainFormProps) {
  const owner = useContext(FormOwner);
  // The last answer may have said that the form's key stands for something else by now.
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
      {/* Should the session end meanwhile, what was typed is kept for this account and no other. */}
      {owner ? <input type="hidden" name="_account" value={owner} /> : null}
      <fieldset className={className ?? styles.plain}>{children}</fieldset>
    </Form>
  );
}
