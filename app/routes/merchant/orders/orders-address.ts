import { isDay } from "~/features/days";
import type { OrderFilters } from "~/features/merchant-orders/schema";
import { dayRule, oneOfRule, pageRule } from "~/routes/shared/misread";
import { addressOf, pagesIn } from "../pages";

export const STATUSES = ["Processing", "Shipped", "Delivered", "Cancelled", "Refunded"] as const;

/** Orders by what is to be done with them, in the order of the tabs. The last tab has all orders. */
export const TABS = [
  { status: "Processing", label: "To do", empty: "Nothing to do", text: "Every order is ready or on its way." },
  { status: "Shipped", label: "Ready or sent", empty: "Nothing is on its way", text: "What is packed is listed here." },
  { status: "Delivered", label: "Done", empty: "Nothing is done yet", text: "What has arrived is listed here." },
  {
    status: "Cancelled",
    label: "Cancelled",
    empty: "Nothing was cancelled",
    text: "What is called off is listed here.",
  },
  { status: "Refunded", label: "Refunded", empty: "Nothing was refunded", text: "What went back is listed here." },
  { status: "", label: "All", empty: "", text: "" },
] as const;

export type Wanted = OrderFilters & { page: number; from: number };

/** Reads the address of the list. A value that makes no sense filters nothing. */
export function wantedIn(search: URLSearchParams): Wanted {
  const day = (name: string) => {
    const text = search.get(name) ?? "";
    return isDay(text) ? text : "";
  };
  const days = [day("since"), day("until")] as const;
  // If the two days are in the wrong order, they are swapped.
  const [since, until] = days[1] !== "" && days[0] > days[1] ? [days[1], days[0]] : days;
  return {
    status: STATUSES.find((status) => status === search.get("status")) ?? "",
    since,
    until,
    q: (search.get("q") ?? "").trim().slice(0, 100),
    ...pagesIn(search),
  };
}

/** Rules for the values in the list's address, with sentences for people. */
export const orderRules = [
  oneOfRule("status", "Status", STATUSES),
  dayRule("since", "The first day"),
  dayRule("until", "The last day"),
  pageRule,
];

export function ordersAddress(query: Partial<Wanted>): string {
  return addressOf("/merchant/orders", query);
}

/** The address of the same orders as a file. */
export function exportAddress({ status, since, until, q }: OrderFilters, format: "csv" | "xlsx"): string {
  return addressOf(`/merchant/orders/export.${format}`, { status, since, until, q });
}
