import type { ShouldRevalidateFunction } from "@remix-run/react";

/**
 * For what frames a page: one page more of a list changes nothing around it, and must not fail with it. Nor does a form
 * that was refused, or taken back before it got through; while Remix asked anew, its fields would be out of reach.
 */
export const unlessPageGrows: ShouldRevalidateFunction = ({
  formMethod,
  currentUrl,
  nextUrl,
  actionStatus = 200,
  defaultShouldRevalidate,
}) => {
  const grows =
    formMethod === undefined && nextUrl.pathname === currentUrl.pathname && nextUrl.searchParams.has("from");
  return grows || actionStatus >= 400 ? false : defaultShouldRevalidate;
};
