import type { Food } from "~/features/food-information/schema";
import { contentInWords, type NetContent } from "~/features/products/net-content-schema";
import type { Season } from "~/features/products/season-schema";
import { STATUSES } from "~/features/products/statuses";
import type { ProductPayload } from "~/features/products/schema";
import type { Weighed } from "~/features/products/weighed-schema";

import { FOOD_COLUMNS, foodCellsOf } from "./food-cells.server";
import { plain } from "./plain-heading";

/* A product as a row of a spreadsheet: its columns, and how each is written and read. */

export const COLUMNS = {
  sku: "SKU",
  title: "Title",
  description: "Description",
  amount: "Price",
  discountPercentage: "Discount percentage",
  taxClass: "Tax class",
  vatAmount: "VAT amount",
  quantity: "Quantity",
  barcode: "Barcode",
  category: "Product category",
  tags: "Tags",
  variations: "Variations",
  weight: "Weight",
  height: "Height",
  length: "Length",
  width: "Width",
  isPhysical: "Physical product",
  availType: "Status",
  ...FOOD_COLUMNS,
  size: "Size",
  content: "Net content",
  drained: "Drained weight",
  seasonFrom: "Season from",
  seasonUntil: "Season to",
  seasonYearly: "Every year",
  noticeHours: "Notice hours",
  kiloPrice: "Price of a kilo or pound",
  marginPercent: "Margin percent",
} as const;
export type ColumnField = keyof typeof COLUMNS;
export const FIELDS = Object.keys(COLUMNS) as ColumnField[];
export type Cells = Record<ColumnField, string>;

/** Columns that each size of a product has of its own. The others belong to the product. */
const OF_SIZE = new Set<ColumnField>([
  "sku",
  "barcode",
  "amount",
  "vatAmount",
  "quantity",
  "size",
  "content",
  "drained",
  "kiloPrice",
  "marginPercent",
]);
export const isOfSize = (field: ColumnField) => OF_SIZE.has(field);

/** Columns of figures that may have decimals. */
export const FIGURES = new Set<ColumnField>([
  "amount",
  "vatAmount",
  "kiloPrice",
  "marginPercent",
  "discountPercentage",
  "weight",
  "height",
  "length",
  "width",
]);

/** The last column of an export, which tells an import what was exported: see `export-mark.server.ts`. */
export const AS_EXPORTED = "As exported";

/** A column only in our files for undoing an import. `YES` deletes the row's size, or the product with its last one. */
export const DELETE = "Delete";
export const YES = "yes";

/** The product that a row describes. */
export type SheetProduct = Pick<
  ProductPayload,
  | "sku"
  | "title"
  | "description"
  | "barcode"
  | "quantity"
  | "tags"
  | "variations"
  | "measurement"
  | "taxClass"
  | "isPhysical"
  | "availType"
> & {
  amountCents: number;
  vatCents: number;
  /** 0: no discount. */
  percent: number;
  /** The size that the row is about; empty where it is the only one. */
  sizeName: string;
  content: NetContent | null;
  drained: NetContent | null;
  categoryTitle: string;
  food: Food;
  /** The price of a kilo or pound and the margin, if its pieces are weighed at packing. */
  weighed: Weighed | null;
  season: Season | null;
  noticeHours: number;
};

const money = (cents: number) => (cents / 100).toFixed(2);
const figure = (value: number | null) => (value === null ? "" : String(value));

export function cellsOf(product: SheetProduct): Cells {
  const { measurement } = product;
  return {
    sku: product.sku,
    title: product.title,
    description: product.description,
    barcode: product.barcode,
    quantity: String(product.quantity),
    category: product.categoryTitle,
    taxClass: product.taxClass,
    amount: money(product.amountCents),
    vatAmount: product.vatCents > 0 ? money(product.vatCents) : "",
    discountPercentage: product.percent > 0 ? String(product.percent) : "",
    tags: product.tags.join(", "),
    variations: product.variations
      .map(({ variation, value }) => `${escaped(variation)}: ${escaped(value)}`)
      .join(" | "),
    weight: figure(measurement.weight),
    height: figure(measurement.height),
    length: figure(measurement.length),
    width: figure(measurement.width),
    isPhysical: product.isPhysical ? YES : "no",
    availType: STATUSES[product.availType],
    ...foodCellsOf(product.food),
    size: product.sizeName,
    content: contentCell(product.content),
    drained: contentCell(product.drained),
    seasonFrom: product.season?.from ?? "",
    seasonUntil: product.season?.until ?? "",
    seasonYearly: product.season?.yearly ? YES : "",
    noticeHours: product.noticeHours > 0 ? String(product.noticeHours) : "",
    kiloPrice: product.weighed ? money(product.weighed.unitPriceCents) : "",
    marginPercent: product.weighed ? String(product.weighed.marginPercent) : "",
  };
}

const contentCell = (content: NetContent | null) => (content ? contentInWords(content).replace("\u00a0", " ") : "");

/** A row with default values only. */
export const EMPTY: Cells = {
  ...(Object.fromEntries(FIELDS.map((field) => [field, ""])) as Cells),
  taxClass: "standard",
  isPhysical: "yes",
  availType: "Draft",
};

const escaped = (text: string) => text.replace(/[\\:|]/g, "\\$&");

/** Reads `Size: Large | Bundle: 4 cobs`. A backslash before a sign takes away its special meaning. */
export function variationsIn(cell: string): { variation: string; value: string }[] {
  return split(cell, "|")
    .filter((pair) => pair.trim() !== "")
    .map((pair) => {
      const [variation = "", ...value] = split(pair, ":");
      return { variation: unescaped(variation), value: unescaped(value.join(":")) };
    });
}

const unescaped = (text: string) => text.trim().replace(/\\([\\:|])/g, "$1");

function split(text: string, at: string): string[] {
  const parts = [""];
  for (const sign of text.match(/\\.|[^\\]|\\$/gsu) ?? []) {
    if (sign === at) parts.push("");
    else parts[parts.length - 1] += sign;
  }
  return parts;
}

/** The status that a cell names, as people write it. Any other word is left for the check to refuse. */
export function statusIn(cell: string): string {
  const word = plain(cell);
  return word === "inreview" || word === "review" || word === "publishforreview" ? "in-review" : word;
}

/** Yes or no, in any spelling of spreadsheets; null for neither. */
export function yesIn(cell: string): boolean | null {
  const word = plain(cell);
  return ["yes", "true", "1", "y"].includes(word) ? true : ["no", "false", "0", "n"].includes(word) ? false : null;
}

/** Signs that make a spreadsheet take a cell for a formula. Our writer puts an apostrophe before them. */
const FORMULA = "=+\\-@\\t\\r\\uFF1D\\uFF0B\\uFF0D\\uFF20";
const QUOTED = new RegExp(`^'+[${FORMULA}]`, "u");

/**
 * A cell as it is written. If it begins like a formula with an apostrophe before it, it gets one apostrophe more, which
 * reading removes again.
 */
export const quoted = (cell: string) => (QUOTED.test(cell) ? `'${cell}` : cell);
export const read = (cell: string) => (QUOTED.test(cell) ? cell.slice(1) : cell).trim();
