/* Bounds of messages that screens need as well. */

/** Characters of a message, and of a saved answer. */
export const MOST_TEXT = 2000;
export const MOST_NAME = 80;
export const MOST_REASON = 500;
/** Pictures of a message. */
export const MOST_PICTURES = 4;
export const MOST_SAVED_ANSWERS = 20;
export const CONVERSATIONS_A_PAGE = 20;
export const MESSAGES_A_PAGE = 30;
export const QUESTIONS_A_PAGE = 10;
/** Messages a day of a buyer who has bought nothing of the stall: to one stall, and to all stalls together. */
export const QUESTIONS_A_DAY = 10;
export const QUESTIONS_A_DAY_IN_ALL = 20;
