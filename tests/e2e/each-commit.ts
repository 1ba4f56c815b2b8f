/**
 * Files of journeys that run with each commit: the circle from a stall to its money, a refund, the security headers,
 * and the weight of pages. Of the other files, the commit chooses one in twelve.
 */
export const EACH_COMMIT: readonly string[] = [
  "circle.spec.ts",
  "refunds.spec.ts",
  "planted-script.spec.ts",
  "security-headers.spec.ts",
  "weight.spec.ts",
];
