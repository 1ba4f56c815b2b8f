/**
 * Remix asks for this file, and no page loads it: React renders pages on the server alone, and the scripts of the
 * browser are in app/browser (docs/decisions/070).
 */
export const NO_REACT = true;
