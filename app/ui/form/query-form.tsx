import { Form, type FormProps } from "@remix-run/react";
import { forwardRef } from "react";

/** A form that asks for a page, such as a search: its fields become the address, and nothing is changed. */
export const QueryForm = forwardRef<HTMLFormElement, Omit<FormProps, "method">>(function QueryForm(props, ref) {
  return <Form discover="none" {...props} ref={ref} />;
});
