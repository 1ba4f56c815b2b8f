import { createHash } from "node:crypto";
import { FIELDS, type Cells, type ColumnField } from "./sheet.server";

/*
 * A row of an export carries a mark in its last column. The mark tells an import which cells were changed in the file,
 * and from which stock a count was made. It begins with a letter, so that no spreadsheet takes it for a figure, a date
 * or a formula.
 */

/** The version of the marks' form. A mark of another version is left out of account. */
const FORM = "fs1";
/** Characters of a cell's digest: of a thousand million changed cells one is taken for unchanged. */
const DIGEST = 5;
const MARK = new RegExp(`^${FORM} (\\d{1,9}) (\\d{1,6}) ((?:[\\w-]{${DIGEST}})+)$`);

interface MarkedProduct {
  _id: string;
  stockVersion: number;
  quantity: number;
}

/** The state of a product that a row was exported from. */
export interface ExportMark {
  stockVersion: number;
  /** Pieces in stock at the export. */
  quantity: number;
  /** Whether a cell says the same as at the export. A column that the mark knows nothing of never does. */
  matches: (field: ColumnField, cell: string) => boolean;
}

/** The mark of a product: its stock's version, its stock, and a digest of each cell in the order of `FIELDS`. */
export function markOf({ _id, stockVersion, quantity }: MarkedProduct, cells: Cells): string {
  return `${FORM} ${stockVersion} ${quantity} ${FIELDS.map((field) => digestOf(_id, field, cells[field])).join("")}`;
}

/**
 * Reads the mark of a row for the product that has the row's SKU. Answers null for a text that is no mark, and for the
 * mark of another product: a row that was copied, or a column that was sorted by itself.
 */
export function readMark(text: string, product: { _id: string; sku: string }): ExportMark | null {
  const [, stockVersion, quantity, digests = ""] = MARK.exec(text) ?? [];
  const matches = (field: ColumnField, cell: string) => {
    const at = FIELDS.indexOf(field) * DIGEST;
    return digests.slice(at, at + DIGEST) === digestOf(product._id, field, cell);
  };
  if (stockVersion === undefined || !matches("sku", product.sku)) return null;
  return { stockVersion: Number(stockVersion), quantity: Number(quantity), matches };
}

/** The SKU's digest has the product in it: a product that got the SKU later is another one. */
const digestOf = (productId: string, field: ColumnField, cell: string) =>
  createHash("sha256")
    .update(`${field === "sku" ? productId : ""}${field}:${cell.trim()}`)
    .digest("base64url")
    .slice(0, DIGEST);
