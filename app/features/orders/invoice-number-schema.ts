/* Numbers of invoices: see docs/decisions/113. */

/** The invoice number of a stall's count: "INV-000042". */
export const invoiceNumber = (count: number): string => `INV-${String(count).padStart(6, "0")}`;

/** "Invoice INV-000042"; "Invoice #10012" of one that is older than these numbers; until it is paid, that of an order. */
export function invoiceTitle({ invoiceNumber: number, itemId }: { invoiceNumber: string; itemId: number }): string {
  if (number === "") return `Invoice for order #${itemId}`;
  return `Invoice ${number.startsWith("INV-") ? "" : "#"}${number}`;
}
