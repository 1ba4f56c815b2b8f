import { z } from "~/features/zod";
import { fold } from "~/platform/folding";
import { notYourCategory, onlyReviewed } from "./errors.server";
import type { Listed } from "./import-queries.server";
import { staysOnSale } from "./product-row.server";
import type { SheetRow } from "./read-csv.server";
import type { ImportRow } from "./import-schema";
import {
  completed,
  described,
  REQUIRED,
  taxClass,
  typedPercent,
  typedPrice,
  typedQuantity,
  typedSize,
  typedTags,
  typedVat,
  variations,
} from "./fields-schema";
import type { ProductPayload } from "./schema";
import {
  cellsOf,
  COLUMNS,
  EMPTY,
  FIELDS,
  statusIn,
  variationsIn,
  yesIn,
  type Cells,
  type ColumnField,
  type SheetProduct,
} from "./sheet.server";

/** A row that may be saved holds what is to be saved, and the product that it changes or deletes. */
export interface CheckedRow extends ImportRow {
  wanted?: ProductPayload & { categoryTitle: string };
  before?: Listed;
}

/** By folded title: the categories that the store sells in. */
export type OwnCategories = Map<string, { _id: string; title: string }>;

/** The editor's rules and messages, on texts as they stand in cells. */
const cellRules = z.object({
  ...described,
  amount: typedPrice,
  quantity: typedQuantity,
  category: z.string().min(1, REQUIRED),
  discountPercentage: typedPercent.optional(),
  taxClass,
  vatAmount: typedVat,
  weight: typedSize,
  height: typedSize,
  length: typedSize,
  width: typedSize,
  tags: typedTags,
  variations,
  isPhysical: z.boolean({ error: "This must be yes or no." }),
  availType: z.enum(["draft", "in-review", "published"], { error: "This must be Draft, In review or Published." }),
});

const LONGEST_SHOWN = 80;
const brief = (text: string) => (text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN - 1)}…` : text);

/**
 * Checks one row against the product that has its SKU, or as a new one. Columns that the file lacks stay as they are.
 */
export function checkRow(
  { row, cells: given, deletes, tooLong }: SheetRow,
  before: Listed | undefined,
  categories: OwnCategories,
  earlierRow: number | undefined,
): CheckedRow {
  const was = before ? cellsOf(sheetOf(before)) : undefined;
  const cells: Cells = { ...(was ?? EMPTY), ...given };
  // For a new product an empty cell is what goes without saying; the editor's form has it filled in as well.
  if (!was)
    for (const field of ["taxClass", "isPhysical", "availType"] as const)
      if (cells[field] === "") cells[field] = EMPTY[field];
  const named = { row, sku: cells.sku, title: brief(cells.title || was?.title || ""), errors: [], changes: [] };
  const wrong = (errors: ImportRow["errors"]): CheckedRow => ({ ...named, outcome: "wrong", errors });
  if (tooLong) return wrong([{ column: "", message: "This row has more cells than there are headings." }]);
  if (earlierRow !== undefined)
    return wrong([{ column: COLUMNS.sku, message: `Row ${earlierRow} has this SKU as well.` }]);
  if (deletes) return before ? { ...named, outcome: "deleted", before } : { ...named, outcome: "unchanged" };
  // As it was handed out: nothing to check, whatever the rules have become since.
  if (was && FIELDS.every((field) => cells[field] === was[field])) return { ...named, outcome: "unchanged" };

  const category = categoryFor(cells.category, before, categories);
  const parsed = cellRules.safeParse({
    ...cells,
    category: category?._id ?? cells.category,
    amount: completed(cells.amount),
    vatAmount: completed(cells.vatAmount),
    discountPercentage: cells.discountPercentage || undefined,
    taxClass: cells.taxClass.toLowerCase(),
    variations: variationsIn(cells.variations),
    isPhysical: yesIn(cells.isPhysical),
    availType: statusIn(cells.availType),
  });
  const errors = parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => ({ column: COLUMNS[path[0] as ColumnField], message }));
  if (cells.category !== "" && !category) errors.push({ column: COLUMNS.category, message: notYourCategory().message });
  if (statusIn(cells.availType) === "published" && before?.row.availType !== "published")
    errors.push({ column: COLUMNS.availType, message: onlyReviewed().message });
  if (!parsed.success || !category || errors.length > 0) return wrong(errors);

  const wanted = { ...payloadOf(parsed.data, before), categoryTitle: category.title };
  const now = cellsOf(sheetFrom(wanted));
  const changes = was
    ? FIELDS.flatMap((field) =>
        was[field] === now[field] ? [] : [{ column: COLUMNS[field], from: brief(was[field]), to: brief(now[field]) }],
      )
    : [];
  if (was && changes.length === 0) return { ...named, outcome: "unchanged" };
  return { ...named, outcome: was ? "changed" : "created", changes, wanted, ...(before && { before }) };
}

/** A category that the store sells in, or the one that the product stands in already. */
function categoryFor(cell: string, before: Listed | undefined, categories: OwnCategories) {
  const own = categories.get(fold(cell));
  if (own || !before) return own;
  return fold(before.categoryTitle) === fold(cell)
    ? { _id: before.row.categoryId, title: before.categoryTitle }
    : undefined;
}

function payloadOf(
  { weight, height, length, width, discountPercentage, ...said }: z.output<typeof cellRules>,
  before: Listed | undefined,
): ProductPayload {
  const held = before?.waiting ?? before?.published;
  const wanted: ProductPayload = {
    ...said,
    measurement: { weight, height, length, width },
    discountType: discountPercentage === undefined ? "none" : "percentage",
    discountPercentage: discountPercentage ?? 0,
    image: held?.imageIds ?? [],
    video: held?.videoId ?? null,
    quantityBefore: undefined,
  };
  return before && staysOnSale(before.row, wanted) ? { ...wanted, availType: "published" } : wanted;
}

/** A product as its editor shows it: a change that waits for review is gone on with. */
export function sheetOf({ row, categoryTitle, waiting, waitingCategory }: Listed): SheetProduct {
  return {
    title: waiting?.title ?? row.title,
    description: waiting?.description ?? row.description,
    categoryTitle: waitingCategory ?? categoryTitle,
    tags: waiting?.tags ?? (JSON.parse(row.tags) as string[]),
    sku: row.sku,
    barcode: row.barcode,
    quantity: row.quantity,
    amountCents: row.amountCents,
    vatCents: row.vatCents,
    percent: row.discountType === "percentage" ? row.discountPercent : 0,
    taxClass: row.taxClass as ProductPayload["taxClass"],
    isPhysical: row.isPhysical === 1,
    availType: row.availType,
    measurement: JSON.parse(row.measurement) as ProductPayload["measurement"],
    variations: JSON.parse(row.variations) as ProductPayload["variations"],
  };
}

function sheetFrom(wanted: ProductPayload & { categoryTitle: string }): SheetProduct {
  return { ...wanted, amountCents: wanted.amount, vatCents: wanted.vatAmount, percent: wanted.discountPercentage };
}
