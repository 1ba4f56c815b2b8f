import { oneOfRule, pageRule, type QueryRule } from "~/routes/shared/misread";
import type { PaymentStatus } from "~/features/payments/merchant-schema";

export const STATUSES: PaymentStatus[] = ["Paid", "Refunded", "Failed"];

/** The filters in the address of the list of payments. Values that the list does not know are left out. */
export function filtersIn(search: URLSearchParams): { status: PaymentStatus | ""; year: string } {
  const year = search.get("year") ?? "";
  return {
    status: STATUSES.find((status) => status === search.get("status")) ?? "",
    year: /^20\d\d$/.test(year) ? year : "",
  };
}

/** Rules for the values in the list's address, with sentences for people. */
export const paymentRules: QueryRule[] = [
  oneOfRule("status", "Status", STATUSES),
  { field: "year", isRight: (value) => /^20\d\d$/.test(value), sentence: "Year must have four digits, such as 2026." },
  pageRule,
];
