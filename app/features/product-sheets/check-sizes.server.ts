import { REQUIRED } from "~/features/products/fields-schema";
import type { Listed } from "~/features/products/listed.server";
import { asWanted } from "~/features/products/plan-sizes.server";
import type { PlannedPayload } from "~/features/products/plan-changes.server";
import { MOST_SIZES, TOO_MANY_SIZES } from "~/features/products/schema";
import { fold } from "~/platform/folding";
import type { CheckedRow } from "./check-rows.server";
import { FOOD_COLUMNS } from "./food-cells.server";
import { sheetFrom, sheetOf } from "./sheet-of.server";
import { cellsOf, COLUMNS, FIELDS, isOfSize, type ColumnField } from "./sheet.server";

/* The rows of one product are its sizes. They are checked against each other, and must agree about their product. */

/**
 * Checks the rows of one product against each other, and gives each of them all changes that the rows make to the
 * product.
 * @param product as it is stored; undefined if the rows create it
 */
export function checkSizesOf(rows: CheckedRow[], product: Listed | undefined): CheckedRow[] {
  return sharing(withSizes(rows, product), product);
}

/** Adds the errors of sizes that do not fit each other. */
function withSizes(rows: CheckedRow[], product: Listed | undefined): CheckedRow[] {
  const rowOf = new Map(rows.flatMap((row) => (row.before ? [[row.before.size._id, row] as const] : [])));
  const standing = (product?.sizes ?? []).flatMap((size) => {
    const row = rowOf.get(size._id);
    if (row?.outcome === "deleted") return [];
    return [{ row, name: row?.sizeName ?? asWanted(size, product?.waiting ?? null).name }];
  });
  const fresh = rows.flatMap((row) => (row.before ? [] : [{ row, name: row.sizeName }]));
  const sizes = [...standing, ...fresh];
  const problemOf = (row: CheckedRow): string | null => {
    if (row.outcome !== "changed" && row.outcome !== "created") return null;
    const at = sizes.findIndex((size) => size.row === row);
    const name = sizes[at]?.name ?? "";
    if (sizes.length === 1) return name === "" ? null : ONE_SIZE;
    if (at >= MOST_SIZES) return TOO_MANY_SIZES;
    if (name === "") return REQUIRED;
    const otherSize = sizes.find((size) => size.row !== row && fold(size.name) === fold(name));
    if (!otherSize) return null;
    // If two rows have the same name, the lower one gets the error.
    const isUpper = otherSize.row !== undefined && otherSize.row.outcome !== "unchanged" && otherSize.row.row > row.row;
    return isUpper ? null : "Another size has this name.";
  };
  return rows.map((row) => {
    const message = problemOf(row);
    return message === null ? row : asWrong(row, "size", message);
  });
}

const ONE_SIZE =
  "A product with one size has no name for it. Rows of its other sizes stand right below each other, under the same title.";

/** Gives all rows of a product the changes that one of them makes to it. Rows that disagree get an error. */
function sharing(rows: CheckedRow[], product: Listed | undefined): CheckedRow[] {
  if (rows.length === 1) return rows;
  const first = rows.find(({ wanted }) => wanted)?.wanted;
  if (!first) return rows;
  const was = cellsOf(product ? sheetOf(product) : sheetFrom(first));
  const cellsOfProduct = new Map<ColumnField, { row: number; cell: string; wanted: PlannedPayload }>();
  const checkedRows = rows.map((row) => {
    if (!row.wanted) return row;
    const cells = cellsOf(sheetFrom(row.wanted));
    for (const field of FIELDS) {
      if (isOfSize(field) || cells[field] === was[field]) continue;
      const earlier = cellsOfProduct.get(field);
      if (earlier && earlier.cell !== cells[field])
        return asWrong(row, field, `Row ${earlier.row} says otherwise. Rows of one product say the same of it.`);
      if (!product) return asWrong(row, field, "The row above says otherwise. Rows of one product say the same of it.");
      if (!earlier) cellsOfProduct.set(field, { row: row.row, cell: cells[field], wanted: row.wanted });
    }
    return row;
  });
  return checkedRows.map((row) =>
    row.wanted
      ? {
          ...row,
          wanted: [...cellsOfProduct].reduce(
            (planned, [field, { wanted: from }]) => taking(planned, from, field),
            row.wanted,
          ),
        }
      : row,
  );
}

const MEASURES = ["weight", "height", "length", "width"] as const;

/** The payload with one column of the product taken from another row. */
function taking(planned: PlannedPayload, from: PlannedPayload, field: ColumnField): PlannedPayload {
  const measure = MEASURES.find((one) => one === field);
  if (measure) return { ...planned, measurement: { ...planned.measurement, [measure]: from.measurement[measure] } };
  if (field in FOOD_COLUMNS) return { ...planned, food: from.food };
  const { discountType, discountPercentage, category, categoryTitle, season } = from;
  if (field === "seasonFrom" || field === "seasonUntil" || field === "seasonYearly") return { ...planned, season };
  if (field === "discountPercentage") return { ...planned, discountType, discountPercentage };
  if (field === "category") return { ...planned, category, categoryTitle };
  return { ...planned, [field]: from[field as keyof PlannedPayload] };
}

const asWrong = ({ wanted: _wanted, ...row }: CheckedRow, field: ColumnField, message: string): CheckedRow => ({
  ...row,
  outcome: "wrong",
  changes: [],
  errors: [...row.errors, { column: COLUMNS[field], message }],
});
