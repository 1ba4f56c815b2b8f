import type { SpreadsheetFormat } from "~/features/spreadsheet-format";
import type { Services } from "~/platform/services.server";
import { csvStream, spreadsheetStream } from "~/platform/spreadsheet.server";
import { takingTurns } from "~/platform/turns";
import { sheetOf } from "./sheet-of.server";
import { listedBehind, type Listed } from "~/features/products/listed.server";
import { markOf } from "./export-mark.server";
import { examplesOf } from "./template-examples";
import { AS_EXPORTED, cellsOf, COLUMNS, FIELDS, quoted, type Cells } from "./sheet.server";

const BATCH = 500;
/** Rows that are written before other work gets a turn. */
const AT_ONCE = 100;
const HEAD = FIELDS.map((field) => COLUMNS[field]);
const writtenCells = (cells: Cells) => FIELDS.map((field) => quoted(cells[field]));
function rowOf(product: Listed) {
  const cells = cellsOf(sheetOf(product));
  return [...writtenCells(cells), markOf(product.row, cells)];
}

/**
 * Every product of the merchant as it would be edited, oldest first. The import accepts the file unchanged. In a
 * workbook every cell is a text, so that codes keep their zeros.
 */
export function exportedProducts(
  { db }: Pick<Services, "db">,
  merchantId: string,
  format: SpreadsheetFormat,
): ReadableStream<Uint8Array> {
  async function* batches() {
    const turn = takingTurns();
    for (let last: string | null = ""; last !== null;) {
      const products = await listedBehind(db, merchantId, last, BATCH);
      for (let start = 0; start < products.length; start += AT_ONCE) {
        yield products.slice(start, start + AT_ONCE).map((product) => rowOf(product));
        await turn();
      }
      // A product has a row for each of its sizes.
      last = products.length >= BATCH ? (products.at(-1)?.row._id ?? null) : null;
    }
  }
  return spreadsheetStream(format, [...HEAD, AS_EXPORTED], batches());
}

/** The headings with example products, one in one size and one in two, of a category that the store sells in. */
export function templateCsv(categoryTitle: string): ReadableStream<Uint8Array> {
  return csvStream(HEAD, [examplesOf(categoryTitle).map((example) => writtenCells(cellsOf(example)))]);
}
