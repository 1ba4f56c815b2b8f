import { Readable } from "node:stream";
import { z } from "@hono/zod-openapi";
import { stringify } from "csv-stringify/sync";
import { workbookStream } from "./workbooks/write-workbook.server";

/** A row of a spreadsheet: texts and figures in the order of its columns. */
export type SpreadsheetRow = (string | number)[];

/**
 * CSV as a stream, a batch of rows at a time, so that a long list is never in memory whole. It has a byte order mark,
 * for spreadsheets that would take UTF-8 for something else. Cells that look like formulas are made harmless.
 */
export function csvStream(
  head: string[],
  batches: AsyncIterable<SpreadsheetRow[]> | Iterable<SpreadsheetRow[]>,
): ReadableStream<Uint8Array> {
  async function* parts() {
    yield Buffer.from(stringify([head], { bom: true, record_delimiter: "windows" }));
    for await (const rows of batches)
      if (rows.length > 0)
        yield Buffer.from(
          stringify(rows, { escape_formulas: true, record_delimiter: "windows", cast: { string: figuresAsTheyAre } }),
        );
  }
  return Readable.toWeb(Readable.from(parts())) as ReadableStream<Uint8Array>;
}

const SUM = /^-\d{1,12}\.\d\d$/;
/** Without dashes and brackets, with which a spreadsheet would calculate. */
const PHONE = /^\+\d[\d ]{3,25}(?: ext\. \d{1,6})?$/;

/**
 * A sum below 0 and a phone number begin like a formula, but are none. With a mark before them, no spreadsheet could
 * add up the sum, and no other program could dial the number.
 */
function figuresAsTheyAre(cell: string) {
  return SUM.test(cell) || PHONE.test(cell) ? { value: cell, escape_formulas: false } : cell;
}

/**
 * The same rows as CSV or as a workbook. In a workbook every cell is a text, so that codes and phones keep their signs.
 */
export function spreadsheetStream(
  format: "csv" | "xlsx",
  head: string[],
  batches: AsyncIterable<SpreadsheetRow[]> | Iterable<SpreadsheetRow[]>,
): ReadableStream<Uint8Array> {
  async function* texts() {
    for await (const rows of batches) yield rows.map((row) => row.map(String));
  }
  return format === "csv" ? csvStream(head, batches) : workbookStream(head, texts());
}

/** Headers that make a browser save a file under this name. */
export function asFile(name: string, type: string): Record<string, string> {
  return { "Content-Type": type, "Content-Disposition": `attachment; filename="${name}"` };
}

export const CSV = "text/csv; charset=utf-8";
export const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** The headers of an export in one of two formats. `name` has no ending. */
export const asSpreadsheet = (name: string, format: "csv" | "xlsx"): Record<string, string> =>
  asFile(`${name}.${format}`, format === "csv" ? CSV : XLSX);

/** The document's entry for such an export. */
export const spreadsheetAnswer = {
  200: {
    description: "The file.",
    content: { "text/csv": { schema: z.string() }, [XLSX]: { schema: z.string().meta({ format: "binary" }) } },
  },
};
