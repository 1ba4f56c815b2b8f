/* Bounds of reviews that screens need as well. */

/** Characters of a review's words, of a stall's answer, and of a reason. */
export const MOST_WORDS = 2000;
export const MOST_ANSWER = 2000;
export const MOST_REASON = 500;
/** Pictures of a review. */
export const MOST_PICTURES = 3;
/** How long a review can be changed. */
export const CHANGE_DAYS = 30;
export const REVIEWS_A_PAGE = 10;

/** Until when a review can be changed. */
export const changeUntil = ({ createdAt }: { createdAt: string }): string =>
  new Date(Date.parse(createdAt) + CHANGE_DAYS * 86_400_000).toISOString();
