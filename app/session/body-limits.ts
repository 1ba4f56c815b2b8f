const FORM_BYTES = 256 * 1024;
const UPLOAD_BYTES = 12 * 1024 * 1024;
/** Eight pictures and a video, in one post without scripts; what each of them may weigh is checked as it comes. */
const EDITOR_BYTES = 512 * 1024 * 1024;

/** The most bytes that a posted form may have: with files in it, a little more than the largest that it asks for. */
export function mostBytes(path: string, contentType: string): number {
  if (!contentType.startsWith("multipart/form-data")) return FORM_BYTES;
  return path.startsWith("/merchant/products") ? EDITOR_BYTES : UPLOAD_BYTES;
}
