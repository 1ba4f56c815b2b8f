import type { ShouldRevalidateFunction } from "@remix-run/react";
import { GIVEN_BACK } from "~/ui/line/steady-fetch";

/**
 * For what frames a page: one page more of a list changes nothing around it, and must not fail with it; nor does a form
 * that was taken back before it got through, and there is no line then to ask anew by.
 */
export const unlessPageGrows: ShouldRevalidateFunction = ({
  formMethod,
  currentUrl,
  nextUrl,
  actionStatus,
  defaultShouldRevalidate,
}) => {
  const grows =
    formMethod === undefined && nextUrl.pathname === currentUrl.pathname && nextUrl.searchParams.has("from");
  return grows || actionStatus === GIVEN_BACK ? false : defaultShouldRevalidate;
};
