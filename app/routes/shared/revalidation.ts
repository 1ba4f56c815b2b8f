import type { ShouldRevalidateFunction } from "@remix-run/react";

/**
 * After a post that got no answer there is no line to ask anew by: the page stays as it is. For the `shouldRevalidate`
 * of pages with cart and wishlist buttons.
 */
export const unlessLineIsDown: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  (actionResult as { done?: boolean } | null | undefined)?.done === false ? false : defaultShouldRevalidate;

/** The same for what frames a page: one page more of a list changes nothing around it, and must not fail with it. */
export const unlessPageGrows: ShouldRevalidateFunction = (asked) => {
  const { formMethod, currentUrl, nextUrl } = asked;
  const grows =
    formMethod === undefined && nextUrl.pathname === currentUrl.pathname && nextUrl.searchParams.has("from");
  return grows ? false : unlessLineIsDown(asked);
};
