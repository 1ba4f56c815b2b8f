import { createHash } from "node:crypto";
import { FIELDS, type Cells, type ColumnField } from "./sheet.server";

/*
 * A row of an export carries a mark in its last column. The mark tells an import which cells were changed in the file,
 * and from which stock a count was made. It begins with a letter, so that no spreadsheet takes it for a figure, a date
 * or a formula.
 */

/** The version of the marks' format. Marks of another version are ignored. */
const FORM = "fs1";
/** Characters of a cell's digest. One in a thousand million changed cells is taken for unchanged. */
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
  /** Whether a cell is the same as at the export. Never true for a column that the mark does not cover. */
  matches: (field: ColumnField, cell: string) => boolean;
}

/** The mark of a product: its stock's version, its stock, and a digest of each cell in the order of `FIELDS`. */
export function markOf({ _id, stockVersion, quantity }: MarkedProduct, cells: Cells): string {
  return `${FORM} ${stockVersion} ${quantity} ${FIELDS.map((field) => digestOf(_id, field, cells[field])).join("")}`;
}

/**
 * Reads the mark of a row for the product that has the row's SKU. Returns null for a text that is no mark, and for the
 * mark of another product: a row was copied, or the column was sorted by itself.
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

/** The SKU's digest includes the product's id, so a product that got the SKU later does not match. */
const digestOf = (productId: string, field: ColumnField, cell: string) =>
  createHash("sha256")
    .update(`${field === "sku" ? productId : ""}${field}:${cell.trim()}`)
    .digest("base64url")
    .slice(0, DIGEST);
