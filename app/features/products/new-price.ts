import { STEPS, type Step } from "./plain-schema";

/**
 * A price in cents that is raised or lowered by per cent, and rounded to the nearest step; what lies in the middle goes
 * up. Whole numbers all the way: `percent` has one decimal at most.
 */
export function newPrice(cents: number, percent: number, step: Step): number {
  const thousandths = cents * (1000 + Math.round(percent * 10));
  const size = STEPS[step];
  return Math.floor((2 * thousandths + 1000 * size) / (2000 * size)) * size;
}
