import type { Product } from "~/features/catalogue/schema";
import type { StoredImage } from "~/ui/picture/stored-image";
import type { Card } from "../cards";

export type ShownProduct = Omit<Product, "image" | "quantity" | "heldUntil"> & {
  image: StoredImage[];
  /** How many are left; null while they are more than a page tells. */
  left: number | null;
  /** When the first held pieces may be free again, as people read it; null where none are held. */
  free: string | null;
  /** While its stall is on holiday: the last day of it, as people read it. */
  closedUntil: string | null;
};

/** What a product's page is made of. */
export interface ProductPage {
  product: ShownProduct;
  related: Card[];
  /** The picture and the quantity that the address asks for, counted from 1. */
  picture: number;
  quantity: number;
  wished: boolean;
  /** How many of it lie in the cart. */
  inCart: number;
  formKey: string | null;
}
