import { createContext, useContext } from "react";
import { useRouteError } from "@remix-run/react";

/**
 * The sentence about what is out of reach, on a page that failed for that; null otherwise. The page carries it as
 * `data-outage`, so that its scripts say the same.
 */
export const OutageContext = createContext<string | null>(null);

/** What happened and what is safe, in the place of a page that did not come. `safe` is a sentence. */
export function useFailure(safe: string): string {
  const error = useRouteError();
  const outage = useContext(OutageContext);
  // What browsers throw when nothing answers. Of a failure on the server they are told nothing more.
  const lineDropped = error instanceof TypeError && /fetch|network|load failed/i.test(error.message);
  const happened = lineDropped
    ? "It did not reach you: the line may have dropped."
    : (outage ?? "Something went wrong on our side.");
  return `${happened} ${safe}`;
}
