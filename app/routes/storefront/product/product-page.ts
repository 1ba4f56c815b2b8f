import type { Product, ProductSize } from "~/features/catalogue/schema";
import type { StoredImage } from "~/ui/picture/stored-image";
import type { Card } from "../cards";
import type { ShownWay } from "../ways";
import type { ShownReviews } from "./product-reviews";

/** A size as the page shows it: how many are left only once they are few. */
export type ShownSize = Omit<ProductSize, "quantity"> & { left: number | null };

export type ShownProduct = Omit<Product, "image" | "quantity" | "heldUntil" | "variants"> & {
  image: StoredImage[];
  sizes: ShownSize[];
  /** How many are left; null while they are more than a page tells. */
  left: number | null;
  /** When the first held pieces may be free again, as people read it; null where none are held. */
  free: string | null;
  /** While its stall is on holiday: the last day of it, as people read it. */
  closedUntil: string | null;
};

/** Whether the product is sold today: its stall is open, and it is in season. */
export const isSoldToday = ({ closedUntil, season }: Pick<ShownProduct, "closedUntil" | "season">): boolean =>
  closedUntil === null && season?.isOpen !== false;

/** The data of a product's page. */
export interface ProductPage {
  product: ShownProduct;
  related: Card[];
  /** The ways of its stall; null where that sends by carrier to everywhere. */
  ways: ShownWay[] | null;
  /** The postcode that is known; empty where none is. */
  postcode: string;
  /** Null while nobody has reviewed it. */
  reviews: ShownReviews | null;
  /** The picture and the quantity that the address asks for, counted from 1. */
  picture: number;
  quantity: number;
  wished: boolean;
  /** The size that is chosen. */
  size: ShownSize;
  /** How many of each size lie in the cart, by its id. */
  inCart: Record<string, number>;
  formKey: string | null;
}
