import { createContext, useContext } from "react";

/**
 * On a page that failed because of an outage, the sentence about the outage. Null otherwise. The page carries it as
 * `data-outage`, so that its scripts say the same.
 */
export const OutageContext = createContext<string | null>(null);

/**
 * Says on a page that failed what happened and what is safe. `safe` is a sentence. A dropped connection never leads
 * here: see ui/line.
 */
export function useFailure(safe: string): string {
  return `${useContext(OutageContext) ?? "Something went wrong on our side."} ${safe}`;
}
