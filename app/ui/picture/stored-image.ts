/**
 * A picture as the API returns it: `url` is one variant; the others are beside it as `<width>.webp` and `<width>.avif`.
 */
export interface StoredImage {
  _id?: string;
  url: string;
  width?: number;
  height?: number;
  /** Widths in pixels that exist as variants, any order. */
  widths?: number[];
}

/** The ground of a picture. It depends on the category. */
export type Tint = "leafy" | "red" | "gold" | "plum" | "sky" | "clay";

/** Stands in for a product without a picture. */
export const logoPicture = "/img/logo-product.svg";

/** `/media/x/160.webp 160w, …` for the variants in one format, or nothing when none are known. */
export function sourceSet(
  image: StoredImage,
  format: "avif" | "webp",
  fits: (width: number) => boolean = () => true,
): string | undefined {
  const widths = ascending(image);
  const fitting = widths.filter(fits);
  const offered = fitting.length > 0 ? fitting : widths.slice(-1);
  return offered.length > 0
    ? offered.map((width) => `${variantOf(image, width, format)} ${width}w`).join(", ")
    : undefined;
}

/**
 * The variant for a place of this many CSS pixels: the smallest with two dots to a pixel, else the widest. The
 * picture's own address when no variants are known.
 */
export function variantFor(image: StoredImage, pixels: number, format: "avif" | "webp"): string {
  const widths = ascending(image);
  const width = widths.find((candidate) => candidate >= 2 * pixels) ?? widths.at(-1);
  return width === undefined ? image.url : variantOf(image, width, format);
}

const ascending = ({ widths = [] }: StoredImage) => [...widths].sort((a, b) => a - b);

const variantOf = (image: StoredImage, width: number, format: string) =>
  `${image.url.slice(0, image.url.lastIndexOf("/") + 1)}${width}.${format}`;
