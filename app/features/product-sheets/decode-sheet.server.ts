import { asciiDigits } from "~/features/ascii-digits";
import { notUtf8 } from "./errors.server";
import { lettersOf } from "./letters.server";

export interface DecodedSheet {
  text: string;
  /** The name of its character encoding; empty for UTF-8. See `textOf` in `letters.server.ts`. */
  encoding: string;
}

/**
 * The text of a spreadsheet's file: UTF-8 with or without a byte order mark, UTF-16 with one, or a code page. Refuses
 * zero bytes: no text has them, not every database stores them, and files of other kinds are full of them.
 */
export async function decodeSheet(bytes: Uint8Array): Promise<DecodedSheet> {
  const marked = [bytes[0], bytes[1]].join(" ");
  const utf16 = marked === "255 254" ? "utf-16le" : marked === "254 255" ? "utf-16be" : null;
  const read = utf16 ? { text: textOf(bytes, utf16), encoding: "UTF-16" } : utf8Of(bytes);
  if (read === null && bytes.includes(0)) throw notUtf8();
  if (read === null) return lettersOf(bytes);
  if (read.text === null || read.text.includes("\0")) throw notUtf8();
  return { text: read.text, encoding: read.encoding };
}

function utf8Of(bytes: Uint8Array): DecodedSheet | null {
  const text = textOf(bytes, "utf-8");
  return text === null ? null : { text, encoding: "" };
}

function textOf(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const THOUSANDS_BY_POINT = /^\d{1,3}(\.\d{3})+,\d{1,2}$/;
const THOUSANDS_BY_COMMA = /^\d{1,3}(,\d{3})+\.\d{1,2}$/;
const THOUSANDS_BY_SPACE = /^\d{1,3}([ '\u00a0\u2019\u202f]\d{3})+([.,]\d{1,2})?$/;
const DECIMAL_COMMA = /^\d+,\d{1,2}$/;
const WHOLE_THOUSANDS = /^\d{1,3}(,\d{3})+$/;

/**
 * A figure in the form that the rules take, from the forms of many countries: `3,50`, `1.234,50`, `1 234.50`, `$3.50`,
 * `3.50 USD`. An ambiguous figure such as `1,250` is left for the rules to refuse.
 */
export function withDecimalPoint(cell: string): string {
  const figure = asciiDigits(cell)
    .replace(/^(?:US)?\$\s?|^USD\s?/i, "")
    .replace(/\s?(?:US)?\$$|\s?USD$/i, "");
  if (THOUSANDS_BY_COMMA.test(figure)) return figure.replaceAll(",", "");
  if (THOUSANDS_BY_POINT.test(figure)) return figure.replaceAll(".", "").replace(",", ".");
  if (THOUSANDS_BY_SPACE.test(figure)) return figure.replace(/[ '\u00a0\u2019\u202f]/g, "").replace(",", ".");
  return DECIMAL_COMMA.test(figure) ? figure.replace(",", ".") : figure;
}

/**
 * Pieces in the form that the rules take, from a spreadsheet's cell: `12.0`, `1,000`, `1 000`. An ambiguous figure such
 * as `1.250` stays as it is.
 */
export function withoutDecimals(cell: string): string {
  const figure = withDecimalPoint(cell);
  return WHOLE_THOUSANDS.test(figure) ? figure.replaceAll(",", "") : figure.replace(/^(\d+)\.0{1,2}$/, "$1");
}

/** A percentage without its sign: `15%` becomes `15`. */
export const withoutPercent = (cell: string) => (cell.endsWith("%") ? cell.slice(0, -1).trimEnd() : cell);
