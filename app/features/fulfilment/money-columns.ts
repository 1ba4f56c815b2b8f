import { dayIn } from "~/platform/time-zone";
import type { SpreadsheetRow } from "~/platform/spreadsheet.server";

/* What an accountant asks of a sale beside its amount and what was refunded, in the same columns of every export. */

/** Net is what the merchant keeps: the amount less what was refunded and the marketplace's fee. No VAT is charged. */
export const MONEY_COLUMNS = ["VAT", "Fee", "Net", "Paid out", "Paid out on", "Payout ID"];

interface PaidOut {
  feeCents: number;
  amountCents: number;
  providerId: string | null;
  doneAt: string | null;
}

/** The cells of these columns; the fee is none before it is taken. */
export function moneyRow(
  { amountCents, refundedCents }: { amountCents: number; refundedCents: number },
  paidOut: PaidOut | undefined,
  timeZone: string,
): SpreadsheetRow {
  const feeCents = paidOut?.feeCents ?? 0;
  return [
    inDollars(0),
    inDollars(feeCents),
    inDollars(amountCents - refundedCents - feeCents),
    inDollars(paidOut?.doneAt ? paidOut.amountCents : 0),
    paidOut?.doneAt ? dayIn(timeZone, paidOut.doneAt) : "",
    paidOut?.providerId ?? "",
  ];
}

export const inDollars = (cents: number): string => (cents / 100).toFixed(2);
