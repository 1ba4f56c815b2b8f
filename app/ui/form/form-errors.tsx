import type { FormMetadata } from "@conform-to/react";
import { nameInWords } from "./field-names";
import * as styles from "./form.css";

export interface FormErrorsProps {
  form: FormMetadata<any, any>;
  /** Labels of fields in the summary, where their names do not tell: `{ amount: "Price" }`. */
  labels?: Record<string, string>;
}

/** Names the field, unless the message begins with its name: "Street address is required". */
function sentenceOf(label: string, message: string): string {
  return message.toLowerCase().startsWith(label.toLowerCase()) ? message : `${label}: ${message}`;
}

/** The errors above a form that was submitted: the form's own as text, each field's as a link to it. */
export function FormErrors({ form, labels = {} }: FormErrorsProps) {
  const isRefused = form.status === "error";
  const formErrors = (form.errors as string[] | undefined) ?? [];
  // A sentence of the service is already above the form, and its field shows it again.
  const fields = Object.entries(form.allErrors as Record<string, string[]>).filter(
    ([name, list]) => name && list?.length && !list.every((message) => formErrors.join(", ").includes(message)),
  );

  if (!isRefused || (formErrors.length === 0 && fields.length === 0)) return null;
  return (
    <div
      className={styles.errors}
      role="alert"
      tabIndex={-1}
      id={form.errorId}
      // A page with a refused form opens here, because this is what the person waits for.
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- nothing else takes a reader there
      autoFocus={isRefused}
    >
      {formErrors.length ? <p className={styles.message}>{formErrors.join(", ")}</p> : null}
      {fields.length ? (
        <>
          <h2>Check these fields</h2>
          <ul>
            {fields.map(([name, list]) => (
              <li key={name}>
                <a href={`#${form.id}-${name}`}>{sentenceOf(labels[name] ?? nameInWords(name), list.join(", "))}</a>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}
