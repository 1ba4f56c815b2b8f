import type { MerchantOrder } from "./schema";

/* The date of supply, as invoices and spreadsheets name it. */

type Supplied = Pick<MerchantOrder, "suppliedAt" | "delivery">;

/** "Date of supply: 28 Nov 2026", or the day that is planned; empty where neither is known. */
export function supplyInWords({ suppliedAt, delivery }: Supplied, dayInWords: (time: string) => string): string {
  if (suppliedAt) return `Date of supply: ${dayInWords(suppliedAt)}`;
  // Noon UTC is on the same day in all time zones of a market.
  return delivery?.day ? `Planned date of supply: ${dayInWords(`${delivery.day}T12:00:00Z`)}` : "";
}

/** The day of supply, or before it the planned day, such as 2026-11-28; empty where neither is known. */
export const supplyDay = ({ suppliedAt, delivery }: Supplied, dayOf: (time: string) => string): string =>
  suppliedAt ? dayOf(suppliedAt) : (delivery?.day ?? "");
