import type { Product, ProductSize } from "~/features/catalogue/schema";
import type { StoredImage } from "~/ui/picture/stored-image";
import type { Card } from "../cards";
import type { ShownWay } from "../ways";
import type { ShownReviews } from "./product-reviews";

/** A size as the page shows it. The page tells the number of pieces left only if it is low. */
export type ShownSize = Omit<ProductSize, "quantity"> & { left: number | null };

export type ShownProduct = Omit<Product, "image" | "quantity" | "heldUntil" | "variants"> & {
  image: StoredImage[];
  sizes: ShownSize[];
  /** The number of pieces left. Null while there are more than a page tells. */
  left: number | null;
  /** When the first pieces on hold may be free again, in words. Null if none are on hold. */
  free: string | null;
  /** The last day of the stall's holiday, in words. Null while the stall is open. */
  closedUntil: string | null;
};

/** Whether the product is sold today: its stall is open, and it is in season. */
export const isSoldToday = ({ closedUntil, season }: Pick<ShownProduct, "closedUntil" | "season">): boolean =>
  closedUntil === null && season?.isOpen !== false;

/** The data of a product's page. */
export interface ProductPage {
  product: ShownProduct;
  related: Card[];
  /** The delivery methods of its stall. Null if the stall sends everywhere by carrier. */
  ways: ShownWay[] | null;
  /** The visitor's postcode. Empty if it is unknown. */
  postcode: string;
  /** Null if there are no reviews. */
  reviews: ShownReviews | null;
  /** The picture that the address asks for, counted from 1. `quantity` is the quantity that the address asks for. */
  picture: number;
  quantity: number;
  wished: boolean;
  /** The chosen size. */
  size: ShownSize;
  /** The number of pieces of each size in the cart, by the size's id. */
  inCart: Record<string, number>;
  formKey: string | null;
}
