import type { Billing } from "~/features/accounts/schema";
import type { z } from "~/features/zod";
import { regionsOf } from "./countries.server";

/**
 * Refuses a state that its country does not have. Without scripts, the list may still be that of another country. For
 * `superRefine`. `path` leads to the address.
 */
export function checkState({ countryRegion, states }: Billing, path: string[], context: z.RefinementCtx): void {
  const regions = regionsOf(countryRegion);
  if (states !== "" && regions.length > 0 && !regions.includes(states))
    context.addIssue({ code: "custom", path: [...path, "states"], message: `${states} is not in ${countryRegion}.` });
}
