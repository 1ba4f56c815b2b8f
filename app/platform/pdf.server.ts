import { PassThrough, Readable } from "node:stream";
import type PdfFile from "pdfkit";

/* What the papers that we print have in common: A4, its margins in points, the colours, and letters that every reader has. */

export const MARGIN = 56;
export const RIGHT = 595 - MARGIN;
export const BOTTOM = 842 - MARGIN - 40;
export const GREEN = "#155A2C";
export const SOFT = "#57635B";
export const LINE = "#E6E3D8";

export type Document = InstanceType<typeof PdfFile>;

/** An empty A4 document. */
export async function newPdf(title: string, author: string): Promise<Document> {
  // Loaded for the first one: it is a sixth of what the server loads otherwise.
  const { default: Pdf } = await import("pdfkit");
  return new Pdf({ size: "A4", margin: MARGIN, info: { Title: title, Author: author } });
}

/** The finished document, as it is written. */
export function streamed(document: Document): ReadableStream<Uint8Array> {
  document.end();
  return Readable.toWeb(document.pipe(new PassThrough())) as ReadableStream<Uint8Array>;
}

/**
 * The fonts that every PDF reader brings know Western letters only; others lose their accents or become a question
 * mark.
 */
export function printable(text: string): string {
  return [...text.normalize("NFC")]
    .map((letter) => {
      if (isKnown(letter)) return letter;
      const plain = letter.normalize("NFKD").replace(/[\u0300-\u036f]/g, "");
      return [...plain].every(isKnown) ? plain : "?";
    })
    .join("");
}

function isKnown(letter: string): boolean {
  return /^[\n\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u20ac\u2122\u0152\u0153\u0160\u0161\u017d\u017e\u0178]$/.test(
    letter,
  );
}
