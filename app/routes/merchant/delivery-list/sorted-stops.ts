import { id } from "~/features/fields";
import { z } from "~/features/zod";

const PLACE = "A place is a whole number from 1.";
const FIELD = /^place\.([0-9a-f]{24})$/;

/** The schema of a delivery list's form: a place for each order in the form, and the button that was pressed. */
export function stopsForm(form: FormData) {
  const orders = [...form.keys()].flatMap((name) => FIELD.exec(name)?.[1] ?? []);
  const place = z.coerce.number({ error: PLACE }).min(0, PLACE).max(9999, "A place is at most 9999.");
  return z
    .object({
      intent: z.string().max(40).default("save"),
      place: z.object(Object.fromEntries(orders.map((order) => [order, place]))).default({}),
    })
    .transform(({ intent, place: places }) => ({ orders: sortedStops(places, intent) }))
    .pipe(z.object({ orders: z.array(id) }));
}

/** Orders by their typed places. The intents `up …` and `down …` move the named order by one place. */
export function sortedStops(places: Record<string, number>, intent: string): string[] {
  const orders = Object.entries(places)
    .toSorted(([, first], [, second]) => first - second)
    .map(([order]) => order);
  const [direction, stopKey = ""] = intent.split(" ");
  const from = orders.indexOf(stopKey);
  const to = direction === "up" ? from - 1 : direction === "down" ? from + 1 : from;
  const neighbour = orders[to];
  if (from === -1 || neighbour === undefined) return orders;
  return orders.map((order, place) => (place === from ? neighbour : place === to ? stopKey : order));
}
