/*
 * The parts of `many-schema.ts` that screens need. They have their own file because the checks of `many-schema.ts` are
 * large, and the list of products should not load them.
 */

/** The most products that are changed together. */
export const MOST_TOGETHER = 100;

/** Steps to which a price may be rounded, in dollars as text, with their cents. */
export const STEPS = { "0.01": 1, "0.05": 5, "0.10": 10, "0.50": 50, "1.00": 100 } as const;
export type Step = keyof typeof STEPS;
