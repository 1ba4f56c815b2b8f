import { areaEntries, areaEntry, beginningsOf, plainPostcode, textsOf, widerCodesOf } from "~/platform/area-entries";
import { fold } from "~/platform/folding";

/* The area of a delivery: postcodes, ranges of them, beginnings of them, and towns. */

const MOST_ENTRIES = 500;

export interface Area {
  codes: ReadonlySet<string>;
  ranges: readonly { first: string; last: string }[];
  beginnings: ReadonlySet<string>;
  towns: ReadonlySet<string>;
}

/** Reads the entries of an area. */
export function areaOf(text: string): Area {
  const entries = areaEntries(text);
  const allOf = (kind: string) => new Set(entries.filter((entry) => entry.kind === kind).map(({ first }) => first));
  return {
    codes: allOf("code"),
    ranges: entries.filter(({ kind }) => kind === "range"),
    beginnings: allOf("beginning"),
    towns: allOf("town"),
  };
}

/** A sentence about an area that cannot be used; null where it can. */
export function areaSentence(text: string): string | null {
  const texts = textsOf(text);
  if (texts.length === 0) return "Say which postcodes or towns it goes to.";
  if (texts.length > MOST_ENTRIES) return `An area can have at most ${MOST_ENTRIES} postcodes and towns.`;
  for (const entry of texts) {
    const { kind, first, last } = areaEntry(entry);
    if (kind === "range" && first > last) return `“${entry}” ends before it begins.`;
    if (kind === "beginning" && first === "") return `“${entry}” has no beginning.`;
  }
  return null;
}

/** Whether an address lies in an area. `unknown` where the area needs a postcode that the address does not have. */
export function reaches(area: Area, { zipCode, city }: { zipCode: string; city: string }): "yes" | "no" | "unknown" {
  if (area.towns.has(fold(city.trim()))) return "yes";
  const code = plainPostcode(zipCode);
  const needsCode = area.codes.size + area.ranges.length + area.beginnings.size > 0;
  if (code === "") return needsCode ? "unknown" : "no";
  const codes = widerCodesOf(code);
  const isIn =
    codes.some((start) => area.codes.has(start)) ||
    beginningsOf(code).some((start) => area.beginnings.has(start)) ||
    area.ranges.some(({ first, last }) =>
      codes.some((start) => start.length === first.length && first <= start && start <= last),
    );
  return isIn ? "yes" : "no";
}
