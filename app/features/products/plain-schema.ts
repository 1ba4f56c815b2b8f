/*
 * What screens need to know of changing many products, in a file of its own: the checks of `many-schema.ts` are large,
 * and stay away from the list of products.
 */

/** The most products that are changed together. */
export const MOST_TOGETHER = 100;

/** Steps to which a price may be rounded, in dollars as text, each in cents. */
export const STEPS = { "0.01": 1, "0.05": 5, "0.10": 10, "0.50": 50, "1.00": 100 } as const;
export type Step = keyof typeof STEPS;
