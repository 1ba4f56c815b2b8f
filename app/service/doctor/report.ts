/** Findings about one part of the shop, a sentence each. */
export interface Report {
  /** Faults, each with its remedy. */
  wrong: string[];
  /** Remarks that need no action. */
  notes?: string[];
}
