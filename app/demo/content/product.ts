import type { CategoryTitle } from "./categories";
import type { MerchantKey } from "./merchants";

export interface DemoProduct {
  title: string;
  category: CategoryTitle;
  merchant: MerchantKey;
  /** Unique: three letters for the category, a hyphen, four digits. */
  sku: string;
  /** EAN-13. All begin with 29, a range kept for use inside a shop, so none is the number of real goods. */
  barcode: string;
  description: string;
  /** A folder of `app/demo/pictures`; no other product has it. */
  picture: string;
  /** The full price in cents, before any discount. */
  amountCents: number;
  /** Whole percent off `amountCents`; left out when there is no discount. */
  discountPercent?: number;
  /** Pieces in stock: 0 is Out of Stock, 1 to 20 Low Stock. */
  quantity: number;
  /** Stars from 1 to 5, or null while nobody has rated it. */
  rating: 1 | 2 | 3 | 4 | 5 | null;
  availType: "published" | "in-review" | "draft";
  tags: readonly string[];
  variations: readonly { variation: string; value: string }[];
  /** The packed piece: centimetres and kilograms. */
  measurement: { height: number; width: number; length: number; weight: number };
}
