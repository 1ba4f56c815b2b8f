/**
 * The text of what React has rendered, without the zero bytes that React leaves in it. React 18 writes into pieces of 2
 * KB. If a character of several bytes does not fit at the end of a piece, the rest of the piece goes out as zeros,
 * which browsers show as replacement characters. HTML text has no zero byte otherwise.
 */
export function renderedText(bytes: Buffer): string {
  return bytes.toString().replaceAll("\0", "");
}
