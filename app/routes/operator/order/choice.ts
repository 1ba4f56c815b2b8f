import { chosenIn, refusedIn, withFee, type Choice } from "~/routes/shared/refund-choice/choice";
import type { AskedSums } from "~/features/refunds/schema";

/* The part of an order that an operator gives back, as it stands in the address: `what=pieces&quantity.<line>=2`. */

/** Everything that is left, single pieces or amounts, or else the id of a part. */
export const ALL = "all";
export const PIECES = "pieces";

export interface OrderChoice extends Omit<Choice, "lines"> {
  what: string;
  /** Whether the delivery fees go back too. */
  deliveryFee: boolean;
  /** The refund that is asked for; null while nothing is chosen, or something is wrong. */
  asked: AskedSums | null;
}

/** Reads what was chosen of an order with these parts and lines; what is wrong is told at its field. */
export function orderChoiceIn(search: URLSearchParams, partIds: string[], lineIds: string[]): OrderChoice {
  const subject = search.get("what") ?? "";
  const deliveryFee = withFee(search);
  const { typed, lines, problems } = chosenIn(search, lineIds);
  const wrong = (message: string, otherProblems = problems) => ({
    what: subject,
    deliveryFee,
    typed,
    asked: null,
    problems: [{ field: "what", message }, ...otherProblems],
  });
  const hasEntries = Object.keys(typed).length > 0;
  if (!search.has("what")) return { what: subject, deliveryFee, typed, asked: null, problems: [] };
  if (subject === PIECES && hasEntries)
    return { what: subject, deliveryFee, typed, asked: lines && { lines, deliveryFee }, problems };
  if (subject === PIECES)
    return wrong("Enter how many pieces of which product, or an amount, or choose something else.", []);
  if (hasEntries) return wrong("You have entered pieces or amounts: choose Single pieces, or empty their fields.");
  if (subject === ALL) return { what: subject, deliveryFee, typed, asked: { deliveryFee }, problems: [] };
  if (partIds.includes(subject))
    return { what: subject, deliveryFee, typed, asked: { partId: subject, deliveryFee }, problems: [] };
  return wrong("Choose what to refund.", []);
}

/** The choice with what the service refuses of it, told at the fields that were typed into. */
export function refusedOf(choice: OrderChoice, refusal: Parameters<typeof refusedIn>[1]): OrderChoice {
  return { ...choice, asked: null, problems: refusedIn(choice.asked?.lines ?? [], refusal) };
}
