import { asciiDigits } from "~/features/ascii-digits";
import { notUtf8 } from "./errors.server";

export interface DecodedSheet {
  text: string;
  /** What it was read as, where it was not UTF-8; empty otherwise. */
  encoding: string;
}

/** Of the files that are not UTF-8, nearly all are what Excel writes in western Europe. */
const FALLBACK = "windows-1252";

/**
 * The text of a spreadsheet's file: UTF-8 with or without its mark, UTF-16 with its mark, or else Windows-1252. Refuses
 * what has a zero in it: no text does, not every database keeps one, and files of other kinds are full of them.
 */
export function decodeSheet(bytes: Uint8Array): DecodedSheet {
  const marked = [bytes[0], bytes[1]].join(" ");
  const utf16 = marked === "255 254" ? "utf-16le" : marked === "254 255" ? "utf-16be" : null;
  const read = utf16
    ? { text: textOf(bytes, utf16), encoding: "UTF-16" }
    : (utf8Of(bytes) ?? { text: textOf(bytes, FALLBACK), encoding: "Windows-1252" });
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

/**
 * A figure as the rules take it, from one as spreadsheets of many countries write it: `3,50`, `1.234,50`, `1 234.50`,
 * `$3.50`. What may be read in two ways, such as `1,250`, is left for the rules to refuse.
 */
export function withDecimalPoint(cell: string): string {
  const figure = asciiDigits(cell).replace(/^\$\s?/, "");
  if (THOUSANDS_BY_COMMA.test(figure)) return figure.replaceAll(",", "");
  if (THOUSANDS_BY_POINT.test(figure)) return figure.replaceAll(".", "").replace(",", ".");
  if (THOUSANDS_BY_SPACE.test(figure)) return figure.replace(/[ '\u00a0\u2019\u202f]/g, "").replace(",", ".");
  return DECIMAL_COMMA.test(figure) ? figure.replace(",", ".") : figure;
}
