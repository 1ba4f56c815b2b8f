/* Limits of synonyms that screens need as well. */

export const MOST_GROUPS = 2000;
export const MOST_WORDS = 20;
/** The most characters of a word, or of a phrase of up to three words. */
export const LONGEST_WORD = 60;
export const GROUPS_A_PAGE = 50;

/** Words as an operator types them, separated by commas or line breaks. */
export const wordsIn = (text: string): string[] => text.split(/[,\n]/).flatMap((word) => word.trim() || []);

export const wordsInText = (words: readonly string[]): string => words.join(", ");
