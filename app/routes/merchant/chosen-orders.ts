import { withQuery } from "~/ui/link/with-query";

/** The most orders in an address, which names them by the short numbers that people see: `?order=10012&order=10013`. */
const MOST = 100;

/** The orders that an address names, in the service's form. Empty for all orders that are to be shipped. */
export function chosenIn(search: URLSearchParams): string {
  const numbers = search.getAll("order").filter((number) => /^\d{1,12}$/.test(number));
  return [...new Set(numbers)].slice(0, MOST).join(",");
}

/** An address that names the same orders. */
export function ofChosen(path: string, orders: string): string {
  const search = new URLSearchParams(orders ? orders.split(",").map((number) => ["order", number]) : []);
  return withQuery(path, search);
}
