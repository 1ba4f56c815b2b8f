import type { NetContent } from "~/features/products/net-content-schema";
import type { Season } from "~/features/products/season-schema";
import type { Weighed } from "~/features/products/weighed-schema";
import type { CategoryTitle } from "./categories";
import type { MerchantKey } from "./merchants";

/** A further size of a product. */
export interface DemoSize {
  name: string;
  content: NetContent;
  /** Where it is sold by weight, as for a product. */
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
  /** A folder of `app/demo/pictures`; no other product has it. */
  picture: string;
  /** The content; the first size's where there are several. Left out where every piece weighs something else. */
  content?: NetContent;
  /** The weight without the liquid that it lies in. */
  drained?: NetContent;
  /** Where it is sold by weight: `amountCents` is what its usual weight and the margin come to. */
  weighed?: Weighed;
  /** The first size's name, where there are others, and those. */
  sizeName?: string;
  sizes?: readonly DemoSize[];
  /** The full price in cents, before any discount. */
  amountCents: number;
  /** Whole percent off `amountCents`; left out when there is no discount. */
  discountPercent?: number;
  /** The days in which it is sold; left out: all year. */
  season?: Season;
  /** How many hours before it is wanted it is to be ordered. */
  noticeHours?: number;
  /** Pieces in stock: 0 is Out of Stock, 1 to 20 Low Stock. */
  quantity: number;
  /** The stars that its reviews come to, more or less, or null while nobody has reviewed it. */
  rating: 1 | 2 | 3 | 4 | 5 | null;
  availType: "published" | "in-review" | "draft";
  tags: readonly string[];
  variations: readonly { variation: string; value: string }[];
  /** The packed piece: centimetres and kilograms. */
  measurement: { height: number; width: number; length: number; weight: number };
}
