import type { Generated } from "kysely";
import type { Flag, Json } from "./columns";

/* What is on sale, and what is to be. */

export interface CategoryRow {
  _id: string;
  title: string;
  /** Folded title, for comparisons in any case. */
  folded: string;
  imageId: string | null;
  tint: string;
  position: number;
  createdAt: string;
}

export interface ProductRow {
  /** Row number of the search index; never shown. */
  seq: Generated<number>;
  _id: string;
  merchantId: string;
  categoryId: string;
  title: string;
  description: string;
  /** The list price. */
  amountCents: number;
  discountType: "none" | "percentage";
  discountPercent: number;
  /** What the buyer pays: the list price less the discount. */
  priceCents: number;
  taxClass: string;
  vatCents: number;
  quantity: number;
  sku: string;
  barcode: string;
  isPhysical: Flag;
  measurement: Json;
  tags: Json;
  variations: Json;
  videoId: string | null;
  availType: "draft" | "in-review" | "published";
  rating: number | null;
  /** 1 when anyone may see it: published, not deleted, not taken off, its merchant active. */
  isPublic: Flag;
  /** Title, category, tags and stall, a line each, as search looks into them: what the search index holds. */
  searchText: string;
  createdAt: string;
  updatedAt: string;
  /** When orders last took of the stock or gave back to it; empty before the first. */
  stockAt: Generated<string>;
  deletedAt: string | null;
  /** Why an operator sent it back; empty when nobody did. */
  sentBackReason: Generated<string>;
  /** When it was last handed in for review. */
  submittedAt: Generated<string | null>;
  /** Since when an operator keeps it off sale; the database lets nothing put it on sale meanwhile. */
  takenOffAt: Generated<string | null>;
  /** Why; empty when nobody does. */
  takenOffReason: Generated<string>;
  /** From so many pieces down it runs low; null: by the stall's mark. */
  lowStockAt: Generated<number | null>;
}

/** How many public products a list has from one place on, up to where its next segment begins. Triggers count. */
export interface ListSegmentRow {
  /** `all`, or `category` or `stall` with its id behind a space. */
  list: string;
  /** The place of its oldest product: when it was made, and its id behind; empty for the oldest segment. */
  start: string;
  /** What a connection to Postgres has added stands in a row of its own; 0 for the others. */
  writer: number;
  /** To be added up over all writers. */
  products: number;
}

/** A way to spell a word that products have: the word itself, or it with one letter left out. */
export interface SearchWordRow {
  spelling: string;
  word: string;
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
}

/** A spreadsheet of products between its check and its taking over. */
export interface ProductImportRow {
  _id: string;
  merchantId: string;
  fileName: string;
  /** The file as it came; empty once it was taken over. */
  csv: string;
  /** What its bytes were read as; empty for UTF-8. */
  encoding: string;
  /** Rows with a product in them, and those of them that had an error when it was checked. */
  rows: number;
  wrong: number;
  createdAt: string;
  /** When a job was asked to take it over, how many rows it has checked, and why it could not go on. */
  startedAt: string | null;
  doneRows: number;
  problem: string;
  appliedAt: string | null;
  /** How many products, once it was taken over. */
  created: number;
  changed: number;
  unchanged: number;
  deleted: number;
  /** How the products were before, as JSON; empty once it was taken back. */
  before: string;
  /** The import that this one takes back. */
  takesBack: string | null;
  takenBackAt: string | null;
}

/** What has become of a product's stock, and why. */
export interface StockChangeRow {
  _id: string;
  productId: string;
  at: string;
  kind: "sold" | "returned" | "corrected" | "imported" | "added";
  /** How many more; below 0 so many fewer. */
  pieces: number;
  /** How many there were afterwards. */
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
  /** Widths in pixels that an image is kept in. */
  widths: Json;
  /** 1 once something shows it; the rest is swept. */
  attached: Flag;
  createdAt: string;
}
