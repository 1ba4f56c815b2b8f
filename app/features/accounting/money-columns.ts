import type { Cents } from "~/features/fields";
import { dayIn } from "~/platform/time-zone";
import type { SpreadsheetRow } from "~/platform/spreadsheet.server";

/* An accountant's columns of a sale, in addition to its amount and refunds. They are the same in every export. */

/**
 * The net is what the merchant keeps: amount and delivery fee, less the refunds of both and the marketplace's fee. The
 * amount includes VAT.
 */
export const MONEY_COLUMNS = ["VAT", "VAT refunded", "Fee", "Net", "Paid out", "Paid out on", "Payout ID"];

/** The columns of the delivery fee. They come last, since merchants' spreadsheets read the others by position. */
export const DELIVERY_FEE_COLUMNS = ["Delivery fee", "Delivery fee refunded"];

interface MoneyOfSale {
  amountCents: Cents;
  refundedCents: Cents;
  vatCents: Cents;
  vatRefundedCents: Cents;
  deliveryFeeCents: Cents;
  deliveryFeeRefundedCents: Cents;
}

interface PaidOut {
  feeCents: number;
  amountCents: number;
  providerId: string | null;
  doneAt: string | null;
}

/** The cells of `MONEY_COLUMNS`. The marketplace's fee is zero until the payout takes it. */
export function moneyRow(
  { amountCents, refundedCents, vatCents, vatRefundedCents, deliveryFeeCents, deliveryFeeRefundedCents }: MoneyOfSale,
  paidOut: PaidOut | undefined,
  timeZone: string,
): SpreadsheetRow {
  const feeCents = paidOut?.feeCents ?? 0;
  return [
    inDollars(vatCents),
    inDollars(vatRefundedCents),
    inDollars(feeCents),
    inDollars(amountCents - refundedCents + deliveryFeeCents - deliveryFeeRefundedCents - feeCents),
    inDollars(paidOut?.doneAt ? paidOut.amountCents : 0),
    paidOut?.doneAt ? dayIn(timeZone, paidOut.doneAt) : "",
    paidOut?.providerId ?? "",
  ];
}

/** The cells of `DELIVERY_FEE_COLUMNS`. */
export const deliveryFeeRow = (
  sale: Pick<MoneyOfSale, "deliveryFeeCents" | "deliveryFeeRefundedCents">,
): SpreadsheetRow => [inDollars(sale.deliveryFeeCents), inDollars(sale.deliveryFeeRefundedCents)];

export const inDollars = (cents: number): string => (cents / 100).toFixed(2);
