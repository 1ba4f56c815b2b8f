import type { Notice } from "~/session/notices.server";

/** The refusal of a change to cart or wishlist from a tab that another account left open. */
export const PAGE_OF_ANOTHER: Notice = {
  type: "danger",
  message: "This page was made for another account. Nothing was changed.",
};
