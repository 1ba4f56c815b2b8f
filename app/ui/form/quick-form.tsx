import { Form, type FormProps } from "@remix-run/react";

export type QuickFormProps = Omit<FormProps, "method"> & {
  /** Posted as `_key`, so that a post that a flaky connection repeats is done once. */
  idempotencyKey?: string | null | undefined;
};

/** A form of buttons alone, such as a heart's. Nothing is typed, and it can be pressed again while it is under way. */
export function QuickForm({ idempotencyKey, children, ...rest }: QuickFormProps) {
  return (
    <Form discover="none" {...rest} method="post">
      {idempotencyKey ? <input type="hidden" name="_key" value={idempotencyKey} /> : null}
      {children}
    </Form>
  );
}
