import type { OrderFilters } from "~/features/fulfilment/schema";
import { addressOf, pagesIn } from "../pages";

export const STATUSES = ["Processing", "Shipped", "Delivered", "Cancelled", "Refunded"] as const;

export type Wanted = OrderFilters & { page: number; from: number };

/** Reads the address of the list as well as it can be understood; what makes no sense filters nothing. */
export function wantedIn(search: URLSearchParams): Wanted {
  const day = (name: string) => {
    const text = search.get(name) ?? "";
    return /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : "";
  };
  return {
    status: STATUSES.find((status) => status === search.get("status")) ?? "",
    since: day("since"),
    until: day("until"),
    q: (search.get("q") ?? "").trim().slice(0, 100),
    ...pagesIn(search),
  };
}

export function ordersAddress(wanted: Partial<Wanted>): string {
  return addressOf("/merchant/orders", wanted);
}

/** Where the same orders come as a file. */
export function exportAddress({ status, since, until, q }: OrderFilters): string {
  return addressOf("/merchant/orders/export.csv", { status, since, until, q });
}
