import { fold } from "~/platform/folding";

/*
 * The area of a delivery: postcodes, ranges of them, beginnings of them, and towns. Postcodes are compared without
 * spaces and dashes and in capitals, since people write `SW1A 1AA`, `sw1a1aa` and `1010-AB`.
 */

const MOST_ENTRIES = 500;

export interface Area {
  codes: ReadonlySet<string>;
  ranges: readonly { first: string; last: string }[];
  beginnings: readonly string[];
  towns: ReadonlySet<string>;
}

/** A postcode as it is compared. */
export const plainPostcode = (text: string): string =>
  text
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

const hasDigit = (text: string) => /\p{N}/u.test(text);

/** Reads the entries of an area; those with a digit are postcodes, the others towns. */
export function areaOf(text: string): Area {
  const [codes, towns] = [new Set<string>(), new Set<string>()];
  const [ranges, beginnings]: [{ first: string; last: string }[], string[]] = [[], []];
  for (const entry of entriesOf(text)) {
    const range = rangeOf(entry);
    if (range) ranges.push(range);
    else if (entry.endsWith("*")) beginnings.push(plainPostcode(entry));
    else if (hasDigit(entry)) codes.add(plainPostcode(entry));
    else towns.add(fold(entry));
  }
  return { codes, ranges, beginnings, towns };
}

const entriesOf = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((entry) => entry.trim())
    .filter(Boolean);

/**
 * The two ends of `05401-05408`; null where it is none. A dash within one postcode, as in `1000-205` or `00-950`, joins
 * parts of different length, and is none either.
 */
function rangeOf(entry: string): { first: string; last: string } | null {
  const [first = "", last = "", more] = entry.split(/[-\u2013\u2014]/).map(plainPostcode);
  return more === undefined && first.length === last.length && hasDigit(first) && hasDigit(last) && first.length > 2
    ? { first, last }
    : null;
}

/** A sentence about an area that cannot be used; null where it can. */
export function areaSentence(text: string): string | null {
  const entries = entriesOf(text);
  if (entries.length === 0) return "Say which postcodes or towns it goes to.";
  if (entries.length > MOST_ENTRIES) return `An area can have at most ${MOST_ENTRIES} postcodes and towns.`;
  for (const entry of entries) {
    const range = rangeOf(entry);
    if (range && range.first > range.last) return `“${entry}” ends before it begins.`;
    if (entry.endsWith("*") && plainPostcode(entry).length === 0) return `“${entry}” has no beginning.`;
  }
  return null;
}

/** Whether an address lies in an area. `unknown` where the area needs a postcode that the address does not have. */
export function reaches(area: Area, { zipCode, city }: { zipCode: string; city: string }): "yes" | "no" | "unknown" {
  if (area.towns.has(fold(city.trim()))) return "yes";
  const code = plainPostcode(zipCode);
  const needsCode = area.codes.size + area.ranges.length + area.beginnings.length > 0;
  if (code === "") return needsCode ? "unknown" : "no";
  const isIn =
    [...area.codes].some((entry) => isWithin(code, entry)) ||
    area.beginnings.some((beginning) => code.startsWith(beginning)) ||
    area.ranges.some(({ first, last }) => {
      const start = code.slice(0, first.length);
      return first <= start && start <= last && isWithin(code, start);
    });
  return isIn ? "yes" : "no";
}

/**
 * How countries write a smaller area behind a postcode: four digits in the US, two letters in the Netherlands, the inward
 * code in the United Kingdom, the local unit in Canada.
 */
const FINER = [
  [/^\d{5}$/, /^\d{4}$/],
  [/^\d{4}$/, /^[A-Z]{2}$/],
  [/^[A-Z]{1,2}\d[A-Z\d]?$/, /^\d[A-Z]{2}$/],
  [/^[A-Z]\d[A-Z]$/, /^\d[A-Z]\d$/],
] as const;

function isWithin(code: string, entry: string): boolean {
  if (!code.startsWith(entry)) return false;
  const rest = code.slice(entry.length);
  return rest === "" || FINER.some(([whole, finer]) => whole.test(entry) && finer.test(rest));
}
