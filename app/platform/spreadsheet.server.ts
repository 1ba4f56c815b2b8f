import { Readable } from "node:stream";
import { stringify } from "csv-stringify/sync";

/** A row of a spreadsheet: texts and figures in the order of its columns. */
export type SpreadsheetRow = (string | number)[];

/**
 * CSV as a stream, a batch of rows at a time, so that a long list is never in memory whole. With a byte order mark,
 * for spreadsheets that would take UTF-8 for something else, and with cells that look like formulas made harmless.
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
/** Without dashes and brackets, of which a spreadsheet would make a sum. */
const PHONE = /^\+\d[\d ]{3,25}(?: ext\. \d{1,6})?$/;

/**
 * A sum below 0 and a phone begin as a formula may, and are none: with a mark before it no spreadsheet could add up the
 * one, and no other program dial the other.
 */
function figuresAsTheyAre(cell: string) {
  return SUM.test(cell) || PHONE.test(cell) ? { value: cell, escape_formulas: false } : cell;
}

/** Headers that make a browser save a file under this name. */
export function asFile(name: string, type: string): Record<string, string> {
  return { "Content-Type": type, "Content-Disposition": `attachment; filename="${name}"` };
}

export const CSV = "text/csv; charset=utf-8";
export const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
