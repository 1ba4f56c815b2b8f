/* Bounds of decisions and objections that screens need as well. */

/** Characters of a reason, and of an objection. */
export const MOST_REASON = 500;
export const MOST_OBJECTION = 1000;
export const CASES_A_PAGE = 20;
/** Decisions that a person sees: the newest. */
export const MOST_DECISIONS = 50;

/** The names of the kinds, for people. */
export const KIND_WORDS = {
  review: "Review",
  conversation: "Messages",
  question: "Question and answer",
  product: "Product",
} as const;
