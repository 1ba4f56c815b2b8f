import { dayIn } from "~/platform/time-zone";
import type { SpreadsheetRow } from "~/platform/spreadsheet.server";

/* An accountant's columns of a sale, in addition to its amount and refunds. They are the same in every export. */

/** Net is what the merchant keeps: the amount less what was refunded and the marketplace's fee. VAT is within the amount. */
export const MONEY_COLUMNS = ["VAT", "VAT refunded", "Fee", "Net", "Paid out", "Paid out on", "Payout ID"];

interface PaidOut {
  feeCents: number;
  amountCents: number;
  providerId: string | null;
  doneAt: string | null;
}

/** The cells of these columns; the fee is none before it is taken. */
export function moneyRow(
  {
    amountCents,
    refundedCents,
    vatCents,
    vatRefundedCents,
  }: Record<"amountCents" | "refundedCents" | "vatCents" | "vatRefundedCents", number>,
  paidOut: PaidOut | undefined,
  timeZone: string,
): SpreadsheetRow {
  const feeCents = paidOut?.feeCents ?? 0;
  return [
    inDollars(vatCents),
    inDollars(vatRefundedCents),
    inDollars(feeCents),
    inDollars(amountCents - refundedCents - feeCents),
    inDollars(paidOut?.doneAt ? paidOut.amountCents : 0),
    paidOut?.doneAt ? dayIn(timeZone, paidOut.doneAt) : "",
    paidOut?.providerId ?? "",
  ];
}

export const inDollars = (cents: number): string => (cents / 100).toFixed(2);
