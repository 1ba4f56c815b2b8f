import { CircleAlert } from "~/ui/icon/icons";
import { forwardRef, type ComponentPropsWithoutRef, type ReactNode } from "react";
import { visuallyHidden } from "~/styles/layout.css";
import { classNames } from "~/ui/class-names/class-names";
import { Icon } from "~/ui/icon/icon";
import * as styles from "./field.css";

export interface FieldLook {
  label: ReactNode;
  hint?: ReactNode;
  /** The label is for screen readers only: a search box with an icon beside it. */
  hiddenLabel?: boolean;
  /** The whole line of a `Fields` grid. */
  full?: boolean;
}

export interface FieldProps extends FieldLook {
  /** The control's id. Hint and error are `<id>-description` and `<id>-error`: point `aria-describedby` at them. */
  id: string;
  error?: string[] | string;
  optional?: boolean;
  className?: string;
  children: ReactNode;
}

/** Label, hint, control, error: the frame of one control, with or without conform. */
export function Field({ id, label, hint, error, optional, hiddenLabel, full, className, children }: FieldProps) {
  return (
    <div className={classNames(styles.field, full && styles.full, className)}>
      <label htmlFor={id} className={hiddenLabel ? visuallyHidden : undefined}>
        {label}
        {optional ? <Optional /> : null}
      </label>
      {hint ? <Hint id={`${id}-description`}>{hint}</Hint> : null}
      {children}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

export function Optional() {
  return <span className={styles.quiet}> (optional)</span>;
}

export function Hint({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className={styles.hint} id={id}>
      {children}
    </p>
  );
}

export interface FieldErrorProps {
  id?: string;
  error?: string[] | string;
  /** For a message that a script shows. */
  hidden?: boolean;
}

export function FieldError({ id, error, hidden }: FieldErrorProps) {
  const message = Array.isArray(error) ? error.join(", ") : error;
  if (!message) return null;
  return (
    <p className={styles.error} id={id} hidden={hidden}>
      <Icon of={CircleAlert} /> {message}
    </p>
  );
}

export const Input = forwardRef<HTMLInputElement, ComponentPropsWithoutRef<"input">>(function Input(
  { className, ...rest },
  ref,
) {
  return <input ref={ref} className={classNames(styles.input, className)} {...rest} />;
});

export const TextArea = forwardRef<HTMLTextAreaElement, ComponentPropsWithoutRef<"textarea">>(function TextArea(
  { className, ...rest },
  ref,
) {
  return <textarea ref={ref} className={classNames(styles.input, className)} {...rest} />;
});

/** An option of a list. `kind` is for styles that depend on the choice. */
export type Option = string | { value: string; label: string; kind?: string };

export type SelectProps = Omit<ComponentPropsWithoutRef<"select">, "children"> & {
  options: readonly Option[];
  /** A first choice that means none. */
  placeholder?: string;
};

export function Select({ className, options, placeholder, ...rest }: SelectProps) {
  return (
    <select className={classNames(styles.input, className)} {...rest}>
      {placeholder === undefined ? null : <option value="">{placeholder}</option>}
      {options.map((option) => {
        const { value, label, kind } =
          typeof option === "string" ? { value: option, label: option, kind: undefined } : option;
        return (
          <option key={value} value={value} data-kind={kind}>
            {label}
          </option>
        );
      })}
    </select>
  );
}

/** Fields side by side from 640 px on; a field with `full` takes the line. */
export function Fields({ columns = 2, children }: { columns?: 2 | 3 | 4; children: ReactNode }) {
  return (
    <div className={classNames(styles.fields, columns === 3 && styles.three, columns === 4 && styles.four)}>
      {children}
    </div>
  );
}
