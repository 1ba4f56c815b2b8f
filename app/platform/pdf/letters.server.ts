import { createRequire } from "node:module";
import type PdfFile from "pdfkit";

/* Letters of printed papers: which font prints a text, and what happens to a letter that no font has. */

export type Document = InstanceType<typeof PdfFile>;
export type Font = "Helvetica" | "Helvetica-Bold" | "Times-Bold";

/** Replaces a letter that no font has; the paper then says so. */
const REPLACEMENT = "?";
/** Signs that are never printed: soft hyphens, zero-width signs, marks of direction, variation selectors. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\p{Variation_Selector}/gu;
/** Letters of the standard fonts, which every reader has. */
const COMMON =
  /^[\n\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u20ac\u2122\u0152\u0153\u0160\u0161\u017d\u017e\u0178]$/;

/** A text as it is printed: its letters, the font that has them, and whether some are replaced. */
export interface Printable {
  text: string;
  font: string;
  isIncomplete: boolean;
}

/**
 * Prints a text in a font that every reader has, if that has all of its letters. Otherwise uses DejaVu, and the
 * document then carries the letters used. A letter that neither font has loses its accents, or becomes a question mark.
 */
export function printable(document: Document, text: string, font: Font): Printable {
  const letters = [...text.normalize("NFC").replaceAll("\t", " ").replace(INVISIBLE, "")];
  if (letters.every(isCommon)) return { text: letters.join(""), font, isIncomplete: false };
  const file = carriedFont(font);
  const glyphs = glyphsOf(document, file);
  const hasGlyph = (letter: string) => letter === "\n" || glyphs.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
  let isIncomplete = false;
  const line = letters.map((letter) => {
    if (hasGlyph(letter)) return letter;
    const plain = letter.normalize("NFKD").replace(/\p{M}/gu, "");
    if (plain && [...plain].every(hasGlyph)) return plain;
    isIncomplete = true;
    return REPLACEMENT;
  });
  return { text: line.join(""), font: line.every(isCommon) ? font : file, isIncomplete };
}

const isCommon = (letter: string): boolean => [...letter].every((one) => COMMON.test(one));

function carriedFont(font: Font): string {
  const { resolve } = createRequire(import.meta.url);
  return resolve(`dejavu-fonts-ttf/ttf/DejaVuSans${font.endsWith("Bold") ? "-Bold" : ""}.ttf`);
}

/** The glyphs of a font file. The document does not carry a font that prints nothing. */
function glyphsOf(document: Document, file: string): { hasGlyphForCodePoint(codePoint: number): boolean } {
  document.font(file);
  return (document as unknown as { _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } } })._font.font;
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Splits a line into pieces that are printed one after the other from the left. Consecutive words of Hebrew or Arabic
 * are one piece, which the font turns around. No-break spaces keep it whole.
 */
export function piecesOfLine(line: string): string[] {
  if (!RIGHT_TO_LEFT.test(line)) return line ? [line] : [];
  const runs: { isTurned: boolean; words: string[] }[] = [];
  for (const word of line.split(" ")) {
    const isTurned = RIGHT_TO_LEFT.test(word);
    const run = runs.at(-1);
    if (run?.isTurned === isTurned) run.words.push(word);
    else runs.push({ isTurned, words: [word] });
  }
  return runs.map(({ isTurned, words }, index) => {
    if (isTurned) return words.join("\u00a0");
    return `${index > 0 ? " " : ""}${words.join(" ")}${index < runs.length - 1 ? " " : ""}`;
  });
}
