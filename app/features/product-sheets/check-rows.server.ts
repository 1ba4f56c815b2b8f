import { onlyReviewed, notYourCategory, unitNotUsed } from "~/features/products/errors.server";
import { VAT_ABOVE_PRICE } from "~/features/products/fields-schema";
import type { Listed } from "~/features/products/listed.server";
import { DRAINED_MORE, isDrainedWithin, isUnitOf, type UnitSystem } from "~/features/products/net-content-schema";
import type { PlannedRow } from "~/features/products/plan-changes.server";
import { brief } from "./located-errors";
import { mergedCells, newCells, plainCells } from "./merge-cells.server";
import {
  lackErrors,
  parsedCells,
  payloadOf,
  seasonErrors,
  weighedErrors,
  type OwnCategories,
} from "./read-cells.server";
import { isScientific, type Answers } from "./row-questions.server";
import type { RowReading } from "./row-readings.server";
import type { ImportRow } from "./schema";
import { sheetFrom, sheetOf } from "./sheet-of.server";
import { cellsOf, COLUMNS, EMPTY, FIELDS, isOfSize, statusIn, type Cells, type ColumnField } from "./sheet.server";

/** A checked row. If it may be saved, it holds the payload, and the product that it changes or deletes. */
export interface CheckedRow extends Omit<ImportRow, "isOutdated">, Omit<PlannedRow, "outcome"> {
  /** The stock in the file's row, if it has one. */
  count?: string | undefined;
  /** Columns that the row needs as a new product, and that the file lacks. */
  missingColumns?: string[];
  /** The name of the size, as far as it can be read. */
  sizeName: string;
}

/** The categories, units and answers that rows are checked against, in addition to their products. */
export interface Checking {
  categories: OwnCategories;
  units: UnitSystem;
  /** The merchant's answers to questions about rows. */
  answers: Answers;
}

/**
 * Checks one row against the product that has its SKU, or as a new product. Columns that the file lacks stay as they
 * are. In a row with the mark of its export, cells that the file did not change stay as well. A stock that it changed
 * is a count. A cell that somebody else has changed too becomes a question. `checkSizesOf` checks the sizes of a
 * product against each other.
 * @param addsTo the product that a new size is added to
 * @param fallbackCategory the title of the category of a row without one; empty for none
 */
export function checkRow(
  reading: RowReading,
  { categories, units, answers }: Checking,
  {
    earlierRow,
    addsTo,
    fallbackCategory,
  }: { earlierRow: number | undefined; addsTo: Listed | undefined; fallbackCategory: string },
): CheckedRow {
  const { row, before, deletes, problem } = reading;
  const product = before ?? addsTo;
  const was = before ? cellsOf(sheetOf(before)) : undefined;
  const merged = was
    ? mergedCells({ ...reading, cells: plainCells(reading, was, categories) }, was, answers)
    : newCells(reading, addsTo ? commonCells(addsTo) : EMPTY, answers);
  const { questions, short } = merged;
  const cells = { ...merged.cells, category: merged.cells.category || fallbackCategory };
  const identity = {
    row,
    sku: cells.sku,
    title: brief(cells.title || was?.title || ""),
    errors: [],
    changes: [],
    questions,
    sizeName: cells.size,
    ...(before && { before }),
  };
  const wrong = (errors: ImportRow["errors"]): CheckedRow => ({ ...identity, outcome: "wrong", errors });
  if (problem) return wrong([problem]);
  if (earlierRow !== undefined)
    return wrong([{ column: COLUMNS.sku, message: `Row ${earlierRow} has this SKU as well.` }]);
  if (deletes) return { ...identity, outcome: before ? "deleted" : "unchanged", removesSize: true };
  // A row that changes nothing is not checked, even if the rules have become stricter.
  if (was && FIELDS.every((field) => cells[field] === was[field])) return { ...identity, outcome: "unchanged" };

  const { category, parsed, food, foodErrors } = parsedCells(cells, product, categories);
  const errors = parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => ({ column: COLUMNS[path[0] as ColumnField], message }));
  if (cells.category !== "" && !category) errors.push({ column: COLUMNS.category, message: notYourCategory().message });
  if (statusIn(cells.availType) === "published" && product?.row.availType !== "published")
    errors.push({ column: COLUMNS.availType, message: onlyReviewed().message });
  if (parsed.success && parsed.data.vatAmount > parsed.data.amount)
    errors.push({ column: COLUMNS.vatAmount, message: VAT_ABOVE_PRICE });
  if (parsed.success) {
    errors.push(...seasonErrors(parsed.data));
    errors.push(...weighedErrors(parsed.data, cells.amount === was?.amount ? "" : cells.amount));
  }
  if (parsed.success && !isDrainedWithin(parsed.data.content, parsed.data.drained))
    errors.push({ column: COLUMNS.drained, message: DRAINED_MORE });
  for (const field of ["content", "drained"] as const) {
    const content = parsed.data?.[field];
    if (content && cells[field] !== was?.[field] && !isUnitOf(content.unit, units))
      errors.push({ column: COLUMNS[field], message: unitNotUsed(field).message });
  }
  if (isScientific(cells.barcode) && cells.barcode !== was?.barcode)
    errors.push({ column: COLUMNS.barcode, message: SHORTENED });
  errors.push(...foodErrors);
  if (!parsed.success || !category || !food || errors.length > 0) return wrong(errors);

  const planned = { ...payloadOf(parsed.data, product), food, categoryTitle: category.title };
  const lacks = lackErrors(planned, category.demands, { before, product });
  if (lacks.length > 0) return wrong(lacks);
  const plannedCells = cellsOf(sheetFrom(planned));
  const changes = FIELDS.flatMap((field) =>
    (was?.[field] ?? "") === plannedCells[field]
      ? []
      : [{ column: COLUMNS[field], from: brief(was?.[field] ?? ""), to: brief(plannedCells[field]) }],
  );
  if (was && changes.length === 0) return { ...identity, outcome: "unchanged" };
  return {
    ...identity,
    outcome: was ? "changed" : "created",
    changes,
    wanted: planned,
    short,
    count: reading.cells.quantity,
    sizeName: planned.sizeName,
    ...(addsTo && { addsTo }),
  };
}

/** The cells that a new size has in common with the other sizes of the product. */
function commonCells(product: Listed): Cells {
  const cells = cellsOf(sheetOf(product));
  return { ...cells, ...Object.fromEntries(FIELDS.filter(isOfSize).map((field) => [field, ""])) };
}

const SHORTENED =
  "A spreadsheet has shortened this number. Format the column as text, type the whole number and choose the file again.";
