import { ALL_UNITS, UNIT_NAMES, UNITS, type ContentUnit } from "../units";

/* Amounts of goods in a text: `500g`, `0,5 kg` and `500 grams` are the same amount. */

export interface Amount {
  /** As it is written in the text. */
  text: string;
  /** A word that all ways to write the amount have in common, such as `500g`, `750ml` or `12pc`. */
  token: string;
}

const BASES = { weight: "g", volume: "ml", count: "pc" } as const;
const NAMES = [...Object.keys(UNIT_NAMES), "fl oz", "fl. oz"].toSorted((a, b) => b.length - a.length);
const AMOUNT = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,])(\d{1,7}(?:[.,]\d{1,3})?)[ \u00a0\u202f-]?(${NAMES.join("|").replaceAll(".", "\\.")})(?![\p{L}\p{N}])`,
  "giu",
);
/** A comma before three digits separates thousands, but for a number less than one. */
const THOUSANDS = /^[1-9]\d*,\d{3}$/;

/** The amounts in a text, whether their units are in capitals or not. */
export function amountsIn(text: string): Amount[] {
  return [...text.matchAll(AMOUNT)].flatMap(([match, number = "", name = ""]) => {
    const unit = UNIT_NAMES[name.toLowerCase().replace(/[. ]/g, "")];
    const value = Number(THOUSANDS.test(number) ? number.replace(",", "") : number.replace(",", "."));
    return unit && value > 0 ? [{ text: match, token: tokenOf(value, unit) }] : [];
  });
}

export function tokenOf(value: number, unit: ContentUnit): string {
  const [kind, factor] = UNITS[unit];
  return `${Number((value * factor).toFixed(1))}${BASES[kind]}`;
}

/** Every net content that is equal to the amount, as it is stored: thousandths of a unit, and the unit. */
export function contentsOfToken(token: string): { milli: number; unit: ContentUnit }[] {
  const [, number = "", base = ""] = /^([\d.]+)(g|ml|pc)$/.exec(token) ?? [];
  return ALL_UNITS.flatMap((unit) => {
    const [kind, factor] = UNITS[unit];
    const milli = Math.round((Number(number) * 1000) / factor);
    return BASES[kind] === base && milli > 0 && tokenOf(milli / 1000, unit) === token ? [{ milli, unit }] : [];
  });
}
