import type { FormMetadata } from "@conform-to/react";
import { useEffect, useRef, useState } from "react";
import { nameInWords } from "./field-names";
import * as styles from "./form.css";

export interface FormErrorsProps {
  form: FormMetadata<any, any>;
  /** What fields are called in the summary, where their names do not tell: `{ amount: "Price" }`. */
  labels?: Record<string, string>;
}

/**
 * What is wrong, on top of the form, once it was submitted: the form's own errors as text, each field's as a link to
 * it.
 */
export function FormErrors({ form, labels = {} }: FormErrorsProps) {
  const box = useRef<HTMLDivElement>(null);
  const refused = form.status === "error";
  // Checks while typing are no refusal: the summary stays away until one, then follows what is left.
  const [summed, setSummed] = useState(refused);
  if (refused && !summed) setSummed(true);

  const own = (form.errors as string[] | undefined) ?? [];
  // A sentence of the service stands above the form already; its field says it once more.
  const fields = Object.entries(form.allErrors as Record<string, string[]>).filter(
    ([name, list]) => name && list?.length && !list.every((message) => own.join(", ").includes(message)),
  );
  const signature = JSON.stringify([own, fields]);

  // On a page that came refused, React arrives last: who has reached for a field by then stays in it.
  const arrived = useRef(false);
  useEffect(() => {
    const { activeElement, body } = document;
    if (refused && (arrived.current || activeElement === body)) box.current?.focus();
    arrived.current = true;
  }, [refused, signature]);

  if (!summed || (own.length === 0 && fields.length === 0)) return null;
  return (
    <div
      ref={box}
      className={styles.errors}
      role="alert"
      tabIndex={-1}
      id={form.errorId}
      // Without scripts, the page that a refused form comes back with opens here; it is what the person waits for.
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- nothing else takes a reader there without scripts
      autoFocus={refused}
    >
      {own.length ? <p className={styles.message}>{own.join(", ")}</p> : null}
      {fields.length ? (
        <>
          <h2>Check these fields</h2>
          <ul>
            {fields.map(([name, list]) => (
              <li key={name}>
                <a href={`#${form.id}-${name}`}>
                  {labels[name] ?? nameInWords(name)}: {list.join(", ")}
                </a>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}
