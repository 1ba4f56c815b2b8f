/* Numbers of invoices: see docs/decisions/113. */

/** The invoice number of a stall's count: "INV-000042". */
export const invoiceNumber = (count: number): string => `INV-${String(count).padStart(6, "0")}`;

/**
 * The title of an invoice: "Invoice INV-000042", or "Invoice #10012" if it is older than these numbers. An unpaid part
 * has no number yet, so the title names its order.
 */
export function invoiceTitle({ invoiceNumber: number, itemId }: { invoiceNumber: string; itemId: number }): string {
  if (number === "") return `Invoice for order #${itemId}`;
  return `Invoice ${number.startsWith("INV-") ? "" : "#"}${number}`;
}
