import { createRequire } from "node:module";
import { PassThrough, Readable } from "node:stream";
import type PdfFile from "pdfkit";

/* Common settings of our printed papers: A4, its margins in points, the colours, and letters that every reader has. */

export const MARGIN = 56;
export const RIGHT = 595 - MARGIN;
export const BOTTOM = 842 - MARGIN - 40;
export const GREEN = "#155A2C";
export const SOFT = "#57635B";
export const LINE = "#E6E3D8";

export type Document = InstanceType<typeof PdfFile>;

/** An empty document: A4 with its margins, or of a size in points. */
export async function newPdf(
  title: string,
  author: string,
  size: "A4" | [width: number, height: number] = "A4",
  margin = MARGIN,
): Promise<Document> {
  // Loaded for the first one: it is a sixth of what the server loads otherwise.
  const { default: Pdf } = await import("pdfkit");
  return withOtherLetters(new Pdf({ size, margin, info: { Title: title, Author: author } }));
}

const OTHER_FONTS = { plain: "dejavu-fonts-ttf/ttf/DejaVuSans.ttf", bold: "dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf" };

/**
 * A text that the readers' own fonts cannot print comes in one that is carried in the document, with the letters that
 * it uses. All other texts, and so most documents, stay as small as they are.
 */
function withOtherLetters(document: Document): Document {
  const { resolve } = createRequire(import.meta.url);
  const [write, measure] = [document.text.bind(document), document.heightOfString.bind(document)];
  const inItsFont = <Answer>(text: string, then: () => Answer): Answer => {
    if ([...text].every(isKnown)) return then();
    const { name } = (document as unknown as { _font: { name: string } })._font;
    document.font(resolve(name.endsWith("Bold") ? OTHER_FONTS.bold : OTHER_FONTS.plain));
    const answer = then();
    document.font(name);
    return answer;
  };
  return Object.assign(document, {
    text: (text: string, ...options: never[]) => inItsFont(text, () => write(text, ...options)),
    heightOfString: (text: string, ...options: never[]) => inItsFont(text, () => measure(text, ...options)),
  }) as Document;
}

/** The finished document, as it is written. */
export function streamed(document: Document): ReadableStream<Uint8Array> {
  document.end();
  return Readable.toWeb(document.pipe(new PassThrough())) as ReadableStream<Uint8Array>;
}

/**
 * The letters that one of the fonts has: Western, Latin, Greek and Cyrillic ones. Others lose their accents or become a
 * question mark.
 */
export function printable(text: string): string {
  return [...text.normalize("NFC")]
    .map((letter) => {
      if (isKnown(letter) || isOther(letter)) return letter;
      const plain = letter.normalize("NFKD").replace(/[\u0300-\u036f]/g, "");
      return [...plain].every((one) => isKnown(one) || isOther(one)) ? plain : "?";
    })
    .join("");
}

/** Whether a question mark stands in the place of a letter of it. */
export function losesLetters(text: string): boolean {
  const marks = (of: string) => of.split("?").length;
  return marks(printable(text)) > marks(text.normalize("NFC"));
}

/** A letter of the fonts that documents carry. */
function isOther(letter: string): boolean {
  return /^[\u0100-\u024f\u0386-\u03ce\u0400-\u045f\u0490-\u0491\u1e00-\u1e95\u1e9e\u1ea0-\u1ef9]$/.test(letter);
}

function isKnown(letter: string): boolean {
  return /^[\n\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u20ac\u2122\u0152\u0153\u0160\u0161\u017d\u017e\u0178]$/.test(
    letter,
  );
}
