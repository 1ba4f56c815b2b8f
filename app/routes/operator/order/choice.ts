import { chosenIn, refusedIn, withFee, type Choice } from "~/routes/shared/refund-choice/choice";
import type { AskedSums } from "~/features/refunds/schema";

/* The operator's choice of what to refund of an order, in the address: `what=pieces&quantity.<line>=2`. */

/** Values of `what`: everything that is left, or single pieces and amounts. Any other value is the id of a part. */
export const ALL = "all";
export const PIECES = "pieces";

export interface OrderChoice extends Omit<Choice, "lines"> {
  what: string;
  /** Whether the delivery fees go back as well. */
  deliveryFee: boolean;
  /** The refund that is asked for. Null while nothing is chosen, or if something is wrong. */
  asked: AskedSums | null;
}

/** Reads the choice for an order with these parts and lines. Each error belongs to its field. */
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

/** The choice with the service's refusal as errors at the fields that were typed. */
export function refusedOf(choice: OrderChoice, refusal: Parameters<typeof refusedIn>[1]): OrderChoice {
  return { ...choice, asked: null, problems: refusedIn(choice.asked?.lines ?? [], refusal) };
}
