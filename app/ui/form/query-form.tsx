import { Form, useLocation, type FormProps } from "@remix-run/react";
import { forwardRef } from "react";
import { IN_PLACE } from "~/ui/page-scripts/contract";

/**
 * A form that requests a page, such as a search: its fields become the address, and nothing is changed. If it requests
 * its own page again, scripts show the answer in place, and say so when none comes.
 */
export const QueryForm = forwardRef<HTMLFormElement, Omit<FormProps, "method">>(function QueryForm(props, ref) {
  const { pathname } = useLocation();
  const asksForItself = props.action?.split(/[?#]/)[0] === pathname;
  return <Form discover="none" {...(asksForItself ? { [IN_PLACE]: "" } : undefined)} {...props} ref={ref} />;
});
