import { createRequire } from "node:module";
import type PdfFile from "pdfkit";

/* Letters of printed papers: which font prints a text, and what becomes of a letter that no font has. */

export type Document = InstanceType<typeof PdfFile>;
export type Font = "Helvetica" | "Helvetica-Bold" | "Times-Bold";

/** Stands for a letter that no font has; the paper then says so. */
const REPLACEMENT = "?";
/** Signs that are never printed: soft hyphens, zero-width ones, marks of direction, variants of a picture. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\p{Variation_Selector}/gu;
/** Letters of the fonts that every reader has. */
const COMMON =
  /^[\n\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u20ac\u2122\u0152\u0153\u0160\u0161\u017d\u017e\u0178]$/;

/** A text as it is printed: its letters, the font that has them, and whether some are replaced. */
export interface Printable {
  text: string;
  font: string;
  isIncomplete: boolean;
}

/**
 * Prints a text in a font that every reader has where that has all of its letters, else in DejaVu, which the document
 * then carries with the letters that it uses. A letter that neither has loses its accents, or becomes a question mark.
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

/** The glyphs of a font file; one that prints nothing is not written to the document. */
function glyphsOf(document: Document, file: string): { hasGlyphForCodePoint(codePoint: number): boolean } {
  document.font(file);
  return (document as unknown as { _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } } })._font.font;
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * A line in pieces that are printed one behind the other from the left. Words of Hebrew or Arabic that follow each other
 * are one piece, which the font turns: a no-break space keeps it whole.
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
