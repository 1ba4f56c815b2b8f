import { dollars } from "~/ui/price/money";

/* Cash payments at the stall. The page, which is rendered on the server, and its script count by the same rules. */

/** The notes that people pay with, in cents. */
const NOTES = [500, 1000, 2000, 5000];
/** The service takes no larger sum, in cents. */
const MOST_CENTS = 10_000_000;

/**
 * Sums that people hand over for a price, in cents, the smallest first: the exact sum, and for each note the next sum
 * that is made of such notes alone.
 */
export function quickSums(dueCents: number): number[] {
  const ofNotes = NOTES.map((note) => Math.ceil(dueCents / note) * note);
  return [...new Set([dueCents, ...ofNotes])].sort((a, b) => a - b);
}

/** The cents of a typed sum such as "20", "12.40" or "12,40"; null where it is none. */
export function centsTyped(text: string): number | null {
  const plain = text.trim().replace(",", ".");
  if (!/^\d{1,6}(\.\d{1,2})?$/.test(plain)) return null;
  const cents = Math.round(Number(plain) * 100);
  return cents <= MOST_CENTS ? cents : null;
}

/** "20" or "12.40": a sum as it is typed. */
export const typedSum = (cents: number): string => (cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2));

/** "Change: $7.60", or why a typed sum is invalid or too small; empty if nothing is typed. */
export function changeInWords(dueCents: number, text: string): string {
  if (text.trim() === "") return "";
  const cents = centsTyped(text);
  if (cents === null) return "A sum is written as 20 or 12.40.";
  if (cents < dueCents) return `${inWords(dueCents - cents)} is missing.`;
  return `Change: ${inWords(cents - dueCents)}`;
}

/** "$7.60" */
export const inWords = (cents: number): string => dollars(cents / 100);

/** The two lines of a button that names a sum: "$20.00", "change $7.60". */
export const quickWords = (cents: number, dueCents: number): [sum: string, change: string] =>
  cents === dueCents ? ["Exact", inWords(cents)] : [inWords(cents), `change ${inWords(cents - dueCents)}`];

/** The field of a button that posts a form with the sum it names. */
export const QUICK = "quick";

/** A posted form in which `given` is the sum of the button that was pressed, if one was. */
export function withQuickSum(form: FormData): FormData {
  const sum = form.get(QUICK);
  if (sum !== null) form.set("given", sum);
  return form;
}
