/* VAT as a merchant states it for a piece, until there are rates. Prices include it. All sums are whole cents. */

interface Line {
  priceCents: number;
  vatCents: number;
  quantity: number;
}

/**
 * The VAT in what is paid for one piece. A merchant states it for the price before a discount. A discount takes the
 * same share off it, rounded to the cent.
 */
export function vatOfPiece(product: { amountCents: number; priceCents: number; vatCents: number }): number {
  if (product.amountCents <= 0) return 0;
  const cents = Math.round((product.vatCents * product.priceCents) / product.amountCents);
  return Math.min(cents, product.priceCents);
}

/** The VAT in the price of all pieces of a line. */
export const vatOfLine = ({ vatCents, quantity }: Pick<Line, "vatCents" | "quantity">): number => vatCents * quantity;

/**
 * The VAT in all refunds of a line so far: the same share as of its price, rounded to the cent. The VAT of a refund is
 * the growth of this sum, so refunds add up exactly, and the last cent of the price brings the last cent of VAT.
 */
export function vatRefunded(line: Line, refundedCents: number): number {
  const paidCents = line.priceCents * line.quantity;
  return paidCents === 0 ? 0 : Math.round((vatOfLine(line) * refundedCents) / paidCents);
}

/** The VAT in the next refund of a line, after the earlier ones. */
export const vatOfRefund = (line: Line & { refundedCents: number }, amountCents: number): number =>
  vatRefunded(line, line.refundedCents + amountCents) - vatRefunded(line, line.refundedCents);
