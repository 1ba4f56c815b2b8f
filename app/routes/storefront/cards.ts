import type { Product, ProductSize } from "~/features/catalogue/schema";
import type { Tint } from "~/features/fields";
import { backInWords } from "~/features/products/season-schema";
import { sizesInWords } from "./size-words";
import { dollars } from "~/ui/price/money";
import type { PriceLead } from "~/ui/price/price";
import type { StoredImage } from "~/ui/picture/stored-image";
import type { Placeholder } from "~/ui/variants/variants";

/** A stall, for a link to it. */
export interface Stall {
  id: string;
  name: string;
}

/** The data of a product's card. It travels twice, in the HTML and beside it, so it contains nothing else. */
export interface Card {
  id: string;
  title: string;
  /** In dollars. */
  price: number;
  original?: number;
  /** The content, or the names of its sizes. */
  size?: string;
  /** Whether the price is a maximum, because the product is weighed at packing. */
  atMost?: true;
  /** The price per unit in words, now and before a discount. */
  unitPrice?: { now: string; before?: string };
  /** The number of its sizes, if it has several. */
  sizes?: number;
  /** The id of its only size, if that is not the product's id. */
  sizeId?: string;
  rating?: number;
  /** The number of reviews from which `rating` is the mean. */
  reviews?: number;
  image?: StoredImage;
  tint: Tint;
  soldOut?: true;
  /** The stall that sells it. Left out on the stall's own page. */
  stall?: Stall;
  /** Whether the stall is on holiday, so that the product is shown but not sold. */
  closed?: true;
  /** The sentence on when it is back, if it is out of season and not sold. */
  outOfSeason?: string;
  /** The words for a product that does not reach the visitor, or not surely. */
  unreached?: string;
  /** 1: in the visitor's wishlist; 2: in the cart; 3: in both. */
  marks?: number | Placeholder;
}

/** The words before a card's price: "from" the lowest of several sizes, or "at most" if it is weighed at packing. */
export const leadOf = ({ sizes, atMost }: Card): PriceLead | undefined =>
  sizes === undefined ? atMost && "at most" : "from";

/**
 * Cards of products. They mark what is in the visitor's wishlist and cart, and what does not reach the visitor's
 * postcode.
 */
export function cardsOf(
  products: Product[],
  marksOf: (productId: string) => number | Placeholder,
  { postcode }: { postcode?: string } = {},
): Card[] {
  return products.map((product) => {
    const image = firstPicture(product);
    const marks = marksOf(product._id);
    const { variants } = product;
    const [onlySize] = variants;
    const pricedSize = variants.find(({ amount }) => amount === product.amount) ?? onlySize;
    const size = sizesInWords(variants, pricedSize);
    return {
      id: product._id,
      title: product.title,
      price: product.amount,
      tint: product.category.tint,
      ...(product.originalPrice !== undefined && { original: product.originalPrice }),
      ...(size && { size }),
      ...(pricedSize?.weighed && { atMost: true as const }),
      ...(pricedSize && unitPriceOf(pricedSize)),
      ...(variants.length > 1 && { sizes: variants.length }),
      ...(onlySize && variants.length === 1 && onlySize._id !== product._id && { sizeId: onlySize._id }),
      ...(product.reviews && { rating: product.reviews.mean, reviews: product.reviews.count }),
      ...(image && { image }),
      ...(product.quantity === 0 && { soldOut: true as const }),
      ...stallIn(product),
      ...(product.merchant.closedUntil !== undefined && { closed: true as const }),
      ...(product.season?.isOpen === false && { outOfSeason: backInWords(product.season) }),
      ...(product.reaches === "no" && { unreached: `Not to ${postcode}` }),
      ...(product.reaches === "unknown" && { unreached: "To some towns" }),
      ...(marks !== 0 && { marks }),
    };
  });
}

/** `$6.40 per kg`, and the same before a discount. Nothing for a size without a content. */
export function unitPriceOf({ unitPrice }: Pick<ProductSize, "unitPrice">): {
  unitPrice?: { now: string; before?: string };
} {
  if (!unitPrice) return {};
  const { amount, before, per } = unitPrice;
  return {
    unitPrice: { now: `${dollars(amount)} per ${per}`, ...(before !== undefined && { before: dollars(before) }) },
  };
}

/** The stall of a product, for a link. Nothing if the stall has no name to show. */
function stallIn({ merchant: { _id, storeName } }: Product): { stall?: Stall } {
  return storeName ? { stall: { id: _id, name: storeName } } : {};
}

/** A product's first picture, if it has one, with what a page needs to show it. */
export function firstPicture(product: Pick<Product, "image">): StoredImage | undefined {
  const [image] = product.image;
  return image && pictureOf(image);
}

/** The data that shows a picture. Equal lists of widths are one list, because a page's data contains each list once. */
export function pictureOf({ url, widths }: Product["image"][number]): StoredImage {
  if (!widths) return { url };
  const key = widths.join();
  const widthsOf = knownWidths.get(key) ?? widths;
  if (knownWidths.size < MOST_LISTS) knownWidths.set(key, widthsOf);
  return { url, widths: widthsOf };
}

/** The same data with the size of the picture, for previews of shared links. */
export function sharedPictureOf(image: Product["image"][number]): StoredImage {
  return { ...pictureOf(image), width: image.width, height: image.height };
}

const knownWidths = new Map<string, number[]>();
/** There are only as many lists as there are sizes below the largest. The limit is for unforeseen cases. */
const MOST_LISTS = 100;
