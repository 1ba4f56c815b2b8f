import { STEPS, type Step } from "./plain-schema";

/**
 * A price in cents, raised or lowered by a percentage and rounded to the nearest step, halves up. Computed with whole
 * numbers: `percent` has at most one decimal.
 */
export function newPrice(cents: number, percent: number, step: Step): number {
  const thousandths = cents * (1000 + Math.round(percent * 10));
  const size = STEPS[step];
  return Math.floor((2 * thousandths + 1000 * size) / (2000 * size)) * size;
}
