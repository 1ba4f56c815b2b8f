import type { Refused } from "~/session/form.server";

/** The refusal, if it was this intent that was refused: a page with several forms shows it at the right one. */
export function refusedBy(refusal: Refused | undefined, intent: string | undefined): Refused | undefined {
  const postedIntent = refusal?.lastResult.initialValue?.["intent"];
  return postedIntent === intent ? refusal : undefined;
}
