/** The most pixels that are ever shown, in each direction: twice the widest size that the service keeps. */
const MOST = { width: 2160, height: 8640 };
/** Smaller files are sent unchanged. */
const LEAST_BYTES = 1024 * 1024;
const QUALITY = 0.86;
const HEIC = /\.(heic|heif)$/i;

/**
 * A picture as it is sent: a JPEG with no more pixels than are ever shown. A picture of a kind that the service does
 * not take, such as HEIC, becomes a JPEG wherever the browser can read it. Any other file stays as it is: a small one,
 * one with transparency, and one that would grow.
 */
export async function smallerPicture(file: File): Promise<File> {
  const isHeic = /^image\/hei[cf]$/.test(file.type) || HEIC.test(file.name);
  if (!isHeic && (file.type !== "image/jpeg" || file.size < LEAST_BYTES)) return file;
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, MOST.width / picture.width, MOST.height / picture.height);
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const smaller = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
    if (!smaller || (!isHeic && smaller.size >= file.size)) return file;
    const name = file.name.replace(HEIC, ".jpg");
    // Always the file's own time, so that an upload that broke off is recognised and continued.
    return new File([smaller], name, { type: "image/jpeg", lastModified: file.lastModified });
  } catch {
    return file;
  }
}
