import { fold } from "~/platform/folding";
import { takingTurns } from "~/platform/turns";
import { firstRecords, records, requireNarrow, unreadable, withoutSeparatorLine } from "./csv-records.server";
import { withDecimalPoint, withoutDecimals, withoutPercent } from "./decode-sheet.server";
import { emptyCsv, noSkuColumn } from "./errors.server";
import { columnOf, isMarkHeading } from "./headings";
import type { ImportRow } from "./schema";
import { COLUMNS, DELETE, FIELDS, FIGURES, isOfSize, read, YES, type Cells, type ColumnField } from "./sheet.server";
import { shopExportOf, type ShopExport } from "./shop-exports.server";

/** Rows that one file may hold. */
export const MOST_ROWS = 10_000;
/** The same, including empty rows. */
const MOST_LINES = 2 * MOST_ROWS;
const LONGEST_HEADING = 100;

export interface SheetRow {
  /** As a spreadsheet counts: the first line is row 1. */
  row: number;
  /** Only the columns that the file has. */
  cells: Partial<Cells>;
  deletes: boolean;
  /** The text under "As exported"; empty where there is none. */
  markText: string;
  /** The reason why the row cannot be read; null if it can. */
  problem: ImportRow["errors"][number] | null;
  /** Whether it is another size of the product in the row above. */
  continues: boolean;
}

export interface Sheet {
  fields: ColumnField[];
  /** Headings that match none of our columns. The cells under them are ignored. */
  unknown: string[];
  /** The headings of the file, as they are written. */
  headings: string[];
  /** The index of a column among the file's cells, from 0; -1 if there is none. */
  placeOf: (field: ColumnField) => number;
  /** Reads the rows one by one, from the first one on each call. A long file is never parsed as a whole. */
  rows(): AsyncIterable<SheetRow>;
}

/**
 * Reads a spreadsheet's CSV: commas, semicolons or tabs between the cells, columns in any order, headings in the first
 * row or a little below it. Refuses a file that cannot be understood; a part further down only when the rows are read
 * up to it. Errors within a row are left to the check of the rows.
 * @param options `isOurs`: the file was made by `takeBackImport`, and may delete products
 */
export async function readSheet(text: string, { isOurs = false } = {}): Promise<Sheet> {
  const { rest, delimiter: statedDelimiter } = withoutSeparatorLine(text);
  const { delimiter, head, at: headAt } = await firstRecords(rest, statedDelimiter, knownHeadings);
  requireNarrow(rest, delimiter);
  const shop = shopExportOf(head);
  const columns = head.map((heading) => (shop ? null : columnOf(heading)));
  const fields = shop?.fields ?? columns.filter((field) => field !== null);
  const repeated = fields.find((field, place) => fields.indexOf(field) !== place);
  if (repeated) throw unreadable(`There are two columns ${COLUMNS[repeated]}. Keep one of them.`);
  if (!fields.includes("sku")) throw noSkuColumn();
  const markAt = head.findIndex(isMarkHeading);
  const deleteAt = isOurs ? head.indexOf(DELETE) : -1;
  const ownCells = (record: string[]) =>
    Object.fromEntries(columns.flatMap((field, at) => (field ? [[field, record[at] ?? ""]] : []))) as Partial<Cells>;

  async function* rows(): AsyncGenerator<SheetRow> {
    const [turn, bySize] = [takingTurns(), sizesOfOneProduct()];
    const fromShop = shop?.reader();
    let [place, count] = [-1, 0];
    // One line more than allowed, so that a longer file is noticed.
    for await (const record of records(rest, delimiter, headAt + MOST_LINES + 1)) {
      place += 1;
      await turn();
      if (place <= headAt) continue;
      const isEmpty = record.every((cell, at) => at === markAt || cell.trim() === "");
      if (!isEmpty) count += 1;
      if (count > MOST_ROWS || place - headAt >= MOST_LINES)
        throw unreadable(`The file has more than ${MOST_ROWS.toLocaleString("en-US")} rows. Please split it.`);
      if (isEmpty) continue;
      const reading = fromShop ? fromShop(record) : { cells: ownCells(record), problem: null };
      // This row of a shop's export is about the product as a whole, or about a picture.
      if (reading === null) continue;
      const tooLong = record.slice(head.length).some((cell) => cell.trim() !== "") ? TOO_LONG : null;
      const deletes = record[deleteAt] === YES;
      yield {
        row: place + 1,
        ...bySize(readCells(reading.cells), reading.product, deletes),
        deletes,
        markText: record[markAt]?.trim() ?? "",
        problem: tooLong ?? reading.problem,
      };
    }
    if (count === 0) throw emptyCsv();
  }

  const isKnown = (heading: string, at: number) =>
    (shop ? shop.isKnown(heading) : columns[at] !== null) || at === deleteAt || isMarkHeading(heading);
  const placeOf = (field: ColumnField) =>
    shop ? head.findIndex((heading) => shop.fieldsOf(heading).includes(field)) : columns.indexOf(field);
  const headingsThat = (isMeant: (heading: string, at: number) => boolean) =>
    head
      .filter((heading, at) => heading.trim() !== "" && isMeant(heading, at))
      .map((heading) => heading.trim().slice(0, LONGEST_HEADING));
  return {
    fields,
    placeOf,
    headings: headingsThat(() => true),
    unknown: headingsThat((heading, at) => !isKnown(heading, at)),
    rows,
  };
}

const TOO_LONG = { column: "", message: "This row has more cells than there are headings." };

/** How many headings of ours, or of a shop's export, a record has. 0 without the SKU, which identifies products. */
function knownHeadings(record: string[]): number {
  const shop: ShopExport | null = shopExportOf(record);
  if (shop) return record.length;
  const fields = record.map((heading) => columnOf(heading));
  // If no row has it, the first line is reported to lack it.
  return fields.includes("sku") ? fields.filter((field) => field !== null).length : 0;
}

/** Finds out which rows are sizes of one product, and fills in the product's cells that only the first of them has. */
function sizesOfOneProduct() {
  let above: { product: string | undefined; title: string; cells: Partial<Cells> } | null = null;
  return (cells: Partial<Cells>, product: string | undefined, deletes: boolean) => {
    // A file that undoes an import may delete one size and change another.
    if (deletes) return { cells, continues: above !== null };
    const title = fold(cells.title ?? "");
    const isSize = (one: Partial<Cells>) => (one.size ?? "") !== "";
    const isSame = (aboveRow: NonNullable<typeof above>) =>
      product === undefined ? title === "" || title === aboveRow.title : product === aboveRow.product;
    if (above === null || !isSize(cells) || !isSize(above.cells) || !isSame(above)) {
      above = { product, title, cells };
      return { cells, continues: false };
    }
    if (title !== "" || cells.title === undefined) return { cells, continues: true };
    const common = FIELDS.filter((field) => !isOfSize(field) && cells[field] === "");
    const first = above.cells;
    return {
      cells: { ...cells, ...Object.fromEntries(common.map((field) => [field, first[field] ?? ""])) },
      continues: true,
    };
  };
}

const readCells = (cells: Partial<Cells>) =>
  Object.fromEntries(
    Object.entries(cells).map(([field, cell]) => [field, cellOf(field as ColumnField, cell)]),
  ) as Partial<Cells>;

function cellOf(field: ColumnField, cell: string): string {
  if (field === "quantity") return withoutDecimals(read(cell));
  if (field === "discountPercentage") return withoutDecimals(withoutPercent(read(cell)));
  return FIGURES.has(field) ? withDecimalPoint(read(cell)) : read(cell);
}
