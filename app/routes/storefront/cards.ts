import type { Product } from "~/features/catalogue/schema";
import type { Tint } from "~/features/fields";
import type { SavedLists } from "~/features/cart/schema";
import type { StoredImage } from "~/ui/picture/stored-image";

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
  wished?: true;
  inCart?: true;
}

/** Cards of products, marked with what is in the wishlist and in the cart of who looks. */
export function cardsOf(products: Product[], { carts, wishlist }: SavedLists): Card[] {
  const [inCart, wished] = [new Set(carts.map((line) => line.product)), new Set(wishlist)];
  return products.map((product) => {
    const image = firstPicture(product);
    return {
      id: product._id,
      title: product.title,
      price: product.amount,
      tint: product.category.tint,
      ...(product.originalPrice !== undefined && { original: product.originalPrice }),
      ...(product.rating !== null && { rating: product.rating }),
      ...(image && { image }),
      ...(product.quantity === 0 && { soldOut: true as const }),
      ...(wished.has(product._id) && { wished: true as const }),
      ...(inCart.has(product._id) && { inCart: true as const }),
    };
  });
}

/** A product's first picture, if it has one, with what a page needs to show it. */
export function firstPicture(product: Pick<Product, "image">): StoredImage | undefined {
  const [image] = product.image;
  return image && pictureOf(image);
}

export function pictureOf({ url, width, height, widths }: Product["image"][number]): StoredImage {
  return { url, ...(width && { width }), ...(height && { height }), ...(widths && { widths }) };
}
