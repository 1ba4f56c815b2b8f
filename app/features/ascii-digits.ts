/*
 * Digits as people type them. Keyboards of many languages have their own: ٢ is a 2, and ٫ the point before the cents.
 * The browser loads this file where a form checks itself.
 */

const DIGIT = /\p{Nd}/u;

/** The same text with ASCII digits and an ASCII decimal point. */
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

/** Unicode has digits in rows of ten, from zero up. Rows may follow one another, and no other digit precedes a row. */
function placeInRow(digit: string): string {
  const at = digit.codePointAt(0) as number;
  let zero = at;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((at - zero) % 10);
}
