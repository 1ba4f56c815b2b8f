const FORM_BYTES = 256 * 1024;
const UPLOAD_BYTES = 12 * 1024 * 1024;

/** The most bytes that a posted form may have: with files in it, a little more than the largest picture. */
export function mostBytes(_path: string, contentType: string): number {
  return contentType.startsWith("multipart/form-data") ? UPLOAD_BYTES : FORM_BYTES;
}
