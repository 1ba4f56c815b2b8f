import type { NetContent } from "~/features/products/net-content-schema";
import type { Season } from "~/features/products/season-schema";
import type { Weighed } from "~/features/products/weighed-schema";
import type { CategoryTitle } from "./categories";
import type { MerchantKey } from "./merchants";

/** A further size of a product. */
export interface DemoSize {
  name: string;
  content: NetContent;
  /** Set if the size is sold by weight, as for a product. */
  weighed?: Weighed;
  sku: string;
  barcode: string;
  amountCents: number;
  quantity: number;
}

export interface DemoProduct {
  title: string;
  category: CategoryTitle;
  merchant: MerchantKey;
  /** Unique: three letters for the category, a hyphen, four digits. */
  sku: string;
  /** EAN-13. All begin with 29, a range kept for use inside a shop, so none is the number of real goods. */
  barcode: string;
  description: string;
  /** A folder of `app/demo/pictures`, used by no other product. */
  picture: string;
  /** The content, or the first size's content if there are several. Left out if the pieces differ in weight. */
  content?: NetContent;
  /** The drained weight, without the liquid. */
  drained?: NetContent;
  /** Set if the product is sold by weight. `amountCents` is then the price of its usual weight with the margin. */
  weighed?: Weighed;
  /** The first size's name, if there are several sizes. `sizes` has the others. */
  sizeName?: string;
  sizes?: readonly DemoSize[];
  /** The full price in cents, before any discount. */
  amountCents: number;
  /** Whole percent off `amountCents`; left out when there is no discount. */
  discountPercent?: number;
  /** The days on which the product is sold. Left out if it is sold all year. */
  season?: Season;
  /** How many hours in advance the product must be ordered. */
  noticeHours?: number;
  /** Pieces in stock: 0 is Out of Stock, 1 to 20 Low Stock. */
  quantity: number;
  /** The approximate average of its reviews in stars. Null if it has none. */
  rating: 1 | 2 | 3 | 4 | 5 | null;
  availType: "published" | "in-review" | "draft";
  tags: readonly string[];
  variations: readonly { variation: string; value: string }[];
  /** The packed piece: centimetres and kilograms. */
  measurement: { height: number; width: number; length: number; weight: number };
}
