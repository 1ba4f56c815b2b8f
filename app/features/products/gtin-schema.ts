/* Global Trade Item Numbers, which barcodes hold. Source: GS1 General Specifications, 7.9. */

const LENGTHS = [8, 12, 13, 14] as const;
export type GtinLength = (typeof LENGTHS)[number];

/** Whether the last digit of a number is the check digit of the others. */
export function hasCheckDigit(digits: string): boolean {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, place) => total + Number(digit) * (place % 2 === 1 ? 3 : 1), 0);
  return sum % 10 === 0;
}

/** Numbers that a shop gives to its own goods, by the length of the barcode. Source: the same, 1.4.3. */
const SHOPS_OWN: Record<GtinLength, RegExp> = { 8: /^[02]/, 12: /^[24]/, 13: /^(2|02|04)/, 14: /^.(2|02|04)/ };

/**
 * The length of the GTIN in a barcode: GTIN-8, UPC-12, GTIN-13 or GTIN-14. Null if it is no GTIN, or one that only one
 * shop knows.
 */
export function gtinLength(barcode: string): GtinLength | null {
  const length = LENGTHS.find((candidate) => candidate === barcode.length);
  if (!length || !/^\d+$/.test(barcode) || /^0+$/.test(barcode) || !hasCheckDigit(barcode)) return null;
  return SHOPS_OWN[length].test(barcode) ? null : length;
}

/** The ways to write the same number: with leading zeros up to 14 digits, and without. */
export function barcodeSpellings(barcode: string): string[] {
  const short = barcode.replace(/^0+(?=\d)/, "");
  if (!/^\d{1,14}$/.test(short)) return [barcode];
  const padded = LENGTHS.filter((length) => length >= short.length).map((length) => short.padStart(length, "0"));
  return [...new Set([barcode, short, ...padded])];
}
