import type { ShouldRevalidateFunction } from "@remix-run/react";

/**
 * After a post that got no answer there is no line to ask anew by: the page stays as it is. For the `shouldRevalidate`
 * of the root and of pages with cart and wishlist buttons.
 */
export const unlessLineIsDown: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  (actionResult as { done?: boolean } | null | undefined)?.done === false ? false : defaultShouldRevalidate;
