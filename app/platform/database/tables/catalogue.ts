import type { Generated } from "kysely";
import type { Flag, Json } from "./columns";

/* Products on sale, and drafts of products. */

export interface CategoryRow {
  _id: string;
  title: string;
  /** Folded title, for comparisons that ignore case. */
  folded: string;
  imageId: string | null;
  tint: string;
  position: number;
  createdAt: string;
}

/** The demands of a category on its products; a category without a row demands nothing. */
export interface CategoryDemandsRow {
  categoryId: string;
  /** `FoodKind`. */
  kind: string;
  /** Particulars as bits, see `demandBits`. */
  demands: number;
}

/** A category that was merged into another one. Its addresses lead to that one. */
export interface MergedCategoryRow {
  /** The id that it had. */
  _id: string;
  /** The folded title that it had. */
  folded: string;
  categoryId: string;
}

export interface ProductRow {
  /** Row number of the search index; never shown. */
  seq: Generated<number>;
  _id: string;
  merchantId: string;
  categoryId: string;
  title: string;
  description: string;
  /**
   * The list price of the size whose price is shown in lists. `refreshFigures` maintains it, and all other columns
   * about sizes.
   */
  amountCents: number;
  discountType: "none" | "percentage";
  discountPercent: number;
  /** The lowest discounted price of a size in stock, or of any size if none is in stock. */
  priceCents: number;
  taxClass: string;
  /** The VAT of the first size. */
  vatCents: number;
  /** Pieces of all sizes together. */
  quantity: number;
  /** The SKU of the first size. */
  sku: string;
  barcode: string;
  isPhysical: Flag;
  measurement: Json;
  tags: Json;
  variations: Json;
  videoId: string | null;
  availType: "draft" | "in-review" | "published";
  /** The mean of its reviews, rounded; null without any. */
  rating: number | null;
  /** How many reviews are shown, and the sum of their stars. `moveProductRating` maintains them. */
  reviewCount: Generated<number>;
  reviewStars: Generated<number>;
  /** The weighted mean in thousandths, by which lists are ordered; 0 without reviews. */
  ratingScore: Generated<number>;
  /** 1 when anyone may see it: published, not deleted, not taken off, its merchant active. */
  isPublic: Flag;
  /** The text in the search index: title, category, tags and stall, one line each, see `searchLine`. */
  searchText: string;
  createdAt: string;
  updatedAt: string;
  /** When orders last took from the stock or returned to it; empty before the first. */
  stockAt: Generated<string>;
  deletedAt: string | null;
  /** When a review last put it on sale; null if that was before such times were kept. */
  publishedAt: Generated<string | null>;
  /** Why an operator sent it back; empty when nobody did. */
  sentBackReason: Generated<string>;
  /** When it was last handed in for review. */
  submittedAt: Generated<string | null>;
  /** Since when an operator keeps it off sale; the database lets nothing put it on sale meanwhile. */
  takenOffAt: Generated<string | null>;
  /** The reason for that; empty otherwise. */
  takenOffReason: Generated<string>;
  /** The first size's threshold of low stock. */
  lowStockAt: Generated<number | null>;
  /** How often people have set the first size's stock; orders do not count. */
  stockVersion: Generated<number>;
  /** Labels as bits, by their place in `LABELS`. */
  foodLabels: Generated<number>;
  /** Allergens that it is declared free of, as bits, by their place in `ALLERGENS`. */
  foodWithout: Generated<number>;
  /** The country of origin's code; empty if it is not given. */
  foodOrigin: Generated<string>;
  /** Statements that a category can demand, as bits, see `saidBits`. */
  foodSaid: Generated<number>;
  /** How many sizes are sold. */
  variantCount: Generated<number>;
  /** The size whose price is shown in lists, and its content. */
  variantId: Generated<string>;
  contentMilli: Generated<number | null>;
  contentUnit: Generated<string | null>;
  drainedMilli: Generated<number | null>;
  drainedUnit: Generated<string | null>;
  /** First and last day on which it is sold, YYYY-MM-DD; both or neither. */
  seasonFrom: Generated<string | null>;
  seasonUntil: Generated<string | null>;
  /** 1 if its season comes every year, whatever years its days name. */
  seasonYearly: Generated<Flag>;
  /** The price with which the discount is compared, for the size whose price is shown in lists. */
  priorCents: Generated<number | null>;
  /** How many hours in advance it must be ordered; 0 for none. */
  noticeHours: Generated<number>;
  /** The unit price of the size whose price is shown in lists, see `variants`. */
  unitPriceCents: Generated<number | null>;
  weightUnit: Generated<"kg" | "lb" | null>;
  /** The id that it has in its merchant's own system; empty for none. */
  externalId: Generated<string>;
}

/** A size of a product: the only one, or one of several. Price and stock belong to it. */
export interface VariantRow {
  /** The product's id for its first size; with `-2`, `-3` … appended for later sizes. */
  _id: string;
  productId: string;
  merchantId: string;
  /** The merchant's order, from 0. */
  position: number;
  /** Empty where it is the only one. */
  name: string;
  sku: string;
  barcode: string;
  /** The list price. */
  amountCents: number;
  /** The buyer's price: the list price less the product's discount. */
  priceCents: number;
  /** The VAT in the list price. */
  vatCents: number;
  quantity: number;
  /** How often people have set the stock; orders do not count. */
  stockVersion: number;
  /** With this many pieces or fewer it runs low; null: the stall's threshold applies. */
  lowStockAt: number | null;
  /** The net content in thousandths of its unit; null where it is not known. */
  contentMilli: number | null;
  contentUnit: string | null;
  /** The weight without the liquid that it lies in. */
  drainedMilli: number | null;
  drainedUnit: string | null;
  /**
   * The price per kilo or pound before any discount, if it is weighed at packing. The prices are then the most that it
   * costs.
   */
  unitPriceCents: Generated<number | null>;
  weightUnit: Generated<"kg" | "lb" | null>;
  /** How much more than the usual weight the buyer pays for at most, in percent. */
  marginPercent: Generated<number | null>;
  /** 1 while a new size of a product on sale waits for review. */
  isPending: Flag;
  deletedAt: string | null;
  /** The price with which its discount is compared; null without a discount. */
  priorCents: Generated<number | null>;
  /** The price at which it was last on sale; null if it never was. */
  soldCents: Generated<number | null>;
}

/** A price at which a size was on sale, and when it ended. */
export interface PastPriceRow {
  variantId: string;
  priceCents: number;
  endedAt: string;
}

/** The food information of a product that has some. */
export interface ProductFoodRow {
  productId: string;
  /** `Food`, without what is not given. */
  food: Json;
}

/** A spelling by which a word of products is found: the word itself, or with letters left out, see `spellingsOf`. */
export interface SearchWordRow {
  spelling: string;
  word: string;
}

/** A group of words that mean the same. */
export interface SearchSynonymRow {
  position: number;
  /** As they were typed, with commas between them; only search folds them. */
  words: string;
}

export interface ProductImageRow {
  productId: string;
  fileId: string;
  position: number;
}

/** A change of a published product that waits for review. */
export interface ProductRevisionRow {
  productId: string;
  /** title, description, categoryId, tags, image ids, video id. */
  payload: Json;
  submittedAt: string;
  /** `foodSaid` of the change, with the net content of its sizes; null for changes from before it was kept. */
  foodSaid: number | null;
}

/** A spreadsheet of products that was checked and can be imported. */
export interface ProductImportRow {
  _id: string;
  merchantId: string;
  fileName: string;
  /** The uploaded file; empty once it was imported. */
  csv: string;
  /** The encoding of its bytes. Empty for UTF-8. */
  encoding: string;
  /** Title of the category for rows without one; empty where none was chosen. */
  fallbackCategory: string;
  /** Rows with a product in them, and those of them that had an error when it was checked. */
  rows: number;
  wrong: number;
  createdAt: string;
  /** When its job was queued, how many rows the job has checked, and why it could not go on, with the code. */
  startedAt: string | null;
  doneRows: number;
  problem: string;
  problemCode: string;
  appliedAt: string | null;
  /** The number of products of each outcome, once it was imported. */
  created: number;
  changed: number;
  unchanged: number;
  deleted: number;
  /** The products as they were before, as JSON; empty once the import was undone. */
  before: string;
  /** The import that this one undoes. */
  takesBack: string | null;
  takenBackAt: string | null;
  /** Choices by question, as JSON; empty where none was made. */
  answers: string;
  /** The number of questions without an answer at the last check or answer. */
  questions: number;
  /** A digest of each row's outcome at that time, one after the other. */
  preview: string;
}

/** A change of a product's stock, and its reason. */
export interface StockChangeRow {
  _id: string;
  productId: string;
  variantId: Generated<string>;
  at: string;
  kind: "sold" | "returned" | "corrected" | "imported" | "added";
  /** The change in pieces; below 0 for fewer. */
  pieces: number;
  /** The stock after the change. */
  quantity: number;
  orderId: string | null;
  byUserId: string | null;
}

export interface FileRow {
  _id: string;
  ownerId: string | null;
  kind: "image" | "video";
  mime: string;
  bytes: number;
  width: number;
  height: number;
  /** Widths in pixels in which an image is stored. */
  widths: Json;
  /** 1 once something shows it. Other files are swept. */
  attached: Flag;
  createdAt: string;
}
