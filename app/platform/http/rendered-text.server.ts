/**
 * The text of what React has rendered, without the zero bytes that it leaves in it: React 18 writes into pieces of 2 KB,
 * and where a character of several bytes no longer fits the end of one, what is left of it goes out as zeros. Browsers
 * show each as a replacement character. No text of HTML holds such a byte otherwise.
 */
export function renderedText(bytes: Buffer): string {
  return bytes.toString().replaceAll("\0", "");
}
