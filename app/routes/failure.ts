import { useRouteError } from "@remix-run/react";

/** What happened and what is safe, in the place of a page that did not come. `safe` is a sentence. */
export function useFailure(safe: string): string {
  const error = useRouteError();
  // What browsers throw when nothing answers. Of a failure on the server they are told nothing.
  const lineDropped = error instanceof TypeError && /fetch|network|load failed/i.test(error.message);
  return `${lineDropped ? "It did not reach you: the line may have dropped." : "Something went wrong on our side."} ${safe}`;
}
