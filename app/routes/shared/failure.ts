import { createContext, useContext } from "react";

/**
 * The sentence about what is out of reach, on a page that failed for that; null otherwise. The page carries it as
 * `data-outage`, so that its scripts say the same.
 */
export const OutageContext = createContext<string | null>(null);

/**
 * What happened and what is safe, in the place of a page that failed. `safe` is a sentence. A line that drops never
 * leads here: see ui/line.
 */
export function useFailure(safe: string): string {
  return `${useContext(OutageContext) ?? "Something went wrong on our side."} ${safe}`;
}
