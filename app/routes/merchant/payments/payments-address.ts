import { oneOfRule, pageRule, type QueryRule } from "~/routes/shared/misread";
import type { PaymentStatus } from "~/features/payments/merchant-schema";

export const STATUSES: PaymentStatus[] = ["Paid", "Refunded", "Failed"];

/** The filters of the list of payments, as they stand in its address; what is none of them counts as none. */
export function filtersIn(search: URLSearchParams): { status: PaymentStatus | ""; year: string } {
  return {
    status: STATUSES.find((status) => status === search.get("status")) ?? "",
    year: /^20\d\d$/.test(search.get("year") ?? "") ? (search.get("year") as string) : "",
  };
}

/** Rules for the values in the list's address, in words for people. */
export const paymentRules: QueryRule[] = [
  oneOfRule("status", "Status", STATUSES),
  { field: "year", isRight: (value) => /^20\d\d$/.test(value), sentence: "Year must have four digits, such as 2026." },
  pageRule,
];
