import type { Refused } from "~/session/form.server";

/** The refusal, if the refused form had this intent. A page with several forms shows it at the right form. */
export function refusedBy(refusal: Refused | undefined, intent: string | undefined): Refused | undefined {
  const postedIntent = refusal?.lastResult.initialValue?.["intent"];
  return postedIntent === intent ? refusal : undefined;
}
