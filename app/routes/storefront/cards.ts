import type { Product } from "~/features/catalogue/schema";
import type { Tint } from "~/features/fields";
import type { StoredImage } from "~/ui/picture/stored-image";
import type { Placeholder } from "~/ui/variants/variants";

/** A stall as a link to it. */
export interface Stall {
  id: string;
  name: string;
}

/** What a product's card shows. Travels twice, in the HTML and beside it, so it holds nothing else. */
export interface Card {
  id: string;
  title: string;
  /** In dollars. */
  price: number;
  original?: number;
  rating?: number;
  image?: StoredImage;
  tint: Tint;
  soldOut?: true;
  /** Where it is sold, but on the stall's own page. */
  stall?: Stall;
  /** The stall is on holiday: seen, and not sold. */
  closed?: true;
  /** 1: in the wishlist of who looks; 2: in the cart; 3: in both. */
  marks?: number | Placeholder;
}

/** Cards of products, marked with what is in the wishlist and in the cart of who looks. */
export function cardsOf(products: Product[], marksOf: (productId: string) => number | Placeholder): Card[] {
  return products.map((product) => {
    const image = firstPicture(product);
    const marks = marksOf(product._id);
    return {
      id: product._id,
      title: product.title,
      price: product.amount,
      tint: product.category.tint,
      ...(product.originalPrice !== undefined && { original: product.originalPrice }),
      ...(product.rating !== null && { rating: product.rating }),
      ...(image && { image }),
      ...(product.quantity === 0 && { soldOut: true as const }),
      ...stallIn(product),
      ...(product.merchant.closedUntil !== undefined && { closed: true as const }),
      ...(marks !== 0 && { marks }),
    };
  });
}

/** The link to a product's stall; nothing where the stall has no name to stand there. */
function stallIn({ merchant: { _id, storeName } }: Product): { stall?: Stall } {
  return storeName ? { stall: { id: _id, name: storeName } } : {};
}

/** A product's first picture, if it has one, with what a page needs to show it. */
export function firstPicture(product: Pick<Product, "image">): StoredImage | undefined {
  const [image] = product.image;
  return image && pictureOf(image);
}

/** What a page needs to show a picture. Equal lists of widths are one list: a page's data tells each list once. */
export function pictureOf({ url, widths }: Product["image"][number]): StoredImage {
  if (!widths) return { url };
  const written = widths.join();
  const known = knownWidths.get(written) ?? widths;
  if (knownWidths.size < MOST_LISTS) knownWidths.set(written, known);
  return { url, widths: known };
}

const knownWidths = new Map<string, number[]>();
/** There are as many as there are sizes below the largest; the bound is for what nobody thought of. */
const MOST_LISTS = 100;
