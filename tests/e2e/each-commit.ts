/**
 * Files of journeys that run with each commit: the circle from a stall to its money, a refund, what a browser is told for
 * safety, and what pages weigh. The commit chooses one in six of the others.
 */
export const EACH_COMMIT: readonly string[] = [
  "circle.spec.ts",
  "refunds.spec.ts",
  "planted-script.spec.ts",
  "security-headers.spec.ts",
  "weight.spec.ts",
];
