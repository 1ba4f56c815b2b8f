/*
 * Figures as people type them. Keyboards of many languages have digits of their own: ٢ is a 2, and ٫ the point before
 * the cents. The browser loads it where a form checks itself.
 */

const DIGIT = /\p{Nd}/u;

/** The same text with the digits, and the decimal point, that everything here counts with. */
export function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, valueOf).replaceAll("٫", ".");
}

/** Values of the digits met so far. There are fewer than a thousand in all. */
const values = new Map<string, string>();

function valueOf(digit: string): string {
  const value = values.get(digit) ?? placeInRow(digit);
  values.set(digit, value);
  return value;
}

/** Digits stand in rows from zero up, ten to a row, and nothing that is a digit stands right before a row. */
function placeInRow(digit: string): string {
  const at = digit.codePointAt(0) as number;
  let zero = at;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((at - zero) % 10);
}
