/**
 * A picture as the API hands it out: `url` is one variant; the others lie beside it as `<width>.webp` and
 * `<width>.avif`.
 */
export interface StoredImage {
  _id?: string;
  url: string;
  width?: number;
  height?: number;
  /** Widths in pixels that exist as variants, any order. */
  widths?: number[];
}

/** The ground a picture stands on; goes by category. */
export type Tint = "leafy" | "red" | "gold" | "plum" | "sky" | "clay";

/** Stands in for a product without a picture. */
export const logoPicture = "/img/logo-product.svg";

/** `/media/x/160.webp 160w, …` for the variants in one format, or nothing when none are known. */
export function sourceSet(image: StoredImage, format: "avif" | "webp"): string | undefined {
  if (!image.widths?.length) return undefined;
  const folder = image.url.slice(0, image.url.lastIndexOf("/") + 1);
  return [...image.widths]
    .sort((a, b) => a - b)
    .map((width) => `${folder}${width}.${format} ${width}w`)
    .join(", ");
}
