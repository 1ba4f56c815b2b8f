import { fold } from "./folding";

/*
 * The entries of an area as a merchant writes them: postcodes, ranges and beginnings of postcodes, and towns. Postcodes
 * are compared in capitals, without spaces and dashes, because people write `SW1A 1AA`, `sw1a1aa` and `1010-AB`.
 */

export interface AreaEntry {
  kind: "code" | "range" | "beginning" | "town";
  /** The postcode or the town in its compared form; for a range, the first postcode. */
  first: string;
  /** The last postcode of a range; empty otherwise. */
  last: string;
}

/** A postcode in its compared form: capitals and digits only. */
export const plainPostcode = (text: string): string =>
  text
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

const hasDigit = (text: string) => /\p{N}/u.test(text);

/** The texts between commas, semicolons and line breaks. */
export const textsOf = (area: string): string[] =>
  area
    .split(/[,;\n]/)
    .map((text) => text.trim())
    .filter(Boolean);

/** Reads one text of an area: a range, a beginning such as `SW1*`, a postcode if it has a digit, otherwise a town. */
export function areaEntry(text: string): AreaEntry {
  const range = rangeOf(text);
  if (range) return { kind: "range", ...range };
  if (text.endsWith("*")) return { kind: "beginning", first: plainPostcode(text), last: "" };
  if (hasDigit(text)) return { kind: "code", first: plainPostcode(text), last: "" };
  return { kind: "town", first: fold(text), last: "" };
}

/** The entries of an area. */
export const areaEntries = (area: string): AreaEntry[] => textsOf(area).map(areaEntry);

/**
 * The two ends of a range such as `05401-05408`, or null. A dash within one postcode, as in `1000-205` or `00-950`,
 * joins parts of different length, so it makes no range.
 */
function rangeOf(text: string): { first: string; last: string } | null {
  const ends = text.split(/[-\u2013\u2014]/).map(plainPostcode);
  const [first = "", last = ""] = ends;
  return ends.length === 2 && first.length === last.length && hasDigit(first) && hasDigit(last) && first.length > 2
    ? { first, last }
    : null;
}

/**
 * How countries write a smaller area behind a postcode: four digits in the US, two letters in the Netherlands, the
 * inward code in the United Kingdom, the local unit in Canada.
 */
const FINER = [
  [/^\d{5}$/, /^\d{4}$/],
  [/^\d{4}$/, /^[A-Z]{2}$/],
  [/^[A-Z]{1,2}\d[A-Z\d]?$/, /^\d[A-Z]{2}$/],
  [/^[A-Z]\d[A-Z]$/, /^\d[A-Z]\d$/],
] as const;

/** All beginnings of a text, including the whole text. */
const beginnings = (text: string): string[] =>
  Array.from({ length: text.length }, (_, index) => text.slice(0, index + 1));

/**
 * A plain postcode. If it starts with its country's letters, as in D80331, also its digits: areas leave the letters
 * out.
 */
const spellingsOf = (code: string): string[] => {
  const [, digits] = /^\p{L}{1,3}(\d{4,9})$/u.exec(code) ?? [];
  return digits === undefined ? [code] : [code, digits];
};

/** The beginnings of a plain postcode. */
export const beginningsOf = (code: string): string[] => spellingsOf(code).flatMap(beginnings);

/** The plain postcodes of all areas that contain a plain postcode: itself, and each one that it is a finer code of. */
export const widerCodesOf = (code: string): string[] =>
  spellingsOf(code).flatMap((spelling) =>
    beginnings(spelling).filter((start) => {
      const rest = spelling.slice(start.length);
      return rest === "" || FINER.some(([whole, finer]) => whole.test(start) && finer.test(rest));
    }),
  );
