import { Readable } from "node:stream";
import { Refusal } from "~/platform/refusal";
import { takingTurns } from "~/platform/turns";
import { withDecimalPoint } from "./decode-sheet.server";
import { emptyCsv, noSkuColumn } from "./errors.server";
import { COLUMNS, columnOf, DELETE, FIGURES, read, YES, type Cells, type ColumnField } from "./sheet.server";

/** Products that one file may hold. */
export const MOST_ROWS = 10_000;
/** With those that are empty. */
const MOST_LINES = 2 * MOST_ROWS;
const DELIMITERS = [",", ";", "\t"];
const LINE_ENDS = ["\r\n", "\n", "\r"];
/** Far more than any shop system writes. */
const MOST_COLUMNS = 200;
/** In characters; the longest text of a product has five thousand. */
const LONGEST_ROW = 256 * 1024;
const LONGEST_HEADING = 100;

export interface SheetRow {
  /** As a spreadsheet counts: the headings are row 1. */
  row: number;
  /** Only of the columns that the file has. */
  cells: Partial<Cells>;
  deletes: boolean;
  /** It has more cells than there are headings. */
  tooLong: boolean;
}

export interface Sheet {
  fields: ColumnField[];
  /** Headings that none of our columns has; what is under them is left out. */
  unknown: string[];
  /** Each row as it is read, from the first one on whenever it is asked: a long file is never taken apart whole. */
  rows(): AsyncIterable<SheetRow>;
}

const unreadable = (message: string) => new Refusal(422, [{ message, code: "unreadable_csv", field: "file" }]);

/**
 * Reads a spreadsheet's CSV: commas, semicolons or tabs between the cells, columns in any order. Refuses what cannot be
 * understood, further down only when its rows are read to there; what is wrong in a row is left for the check of the
 * rows.
 * @param options `isOurs`: the file was made by `takeBackImport`, and may delete products
 */
export async function readSheet(text: string, { isOurs = false } = {}): Promise<Sheet> {
  const delimiter = await delimiterOf(text);
  if (isTooWide(text, delimiter))
    throw unreadable(`A row of the file has more than ${MOST_COLUMNS} cells. Please keep the columns that we know.`);
  const head = await headOf(text, delimiter);
  const columns = head.map((heading) => columnOf(heading));
  const fields = columns.filter((field) => field !== null);
  const twice = fields.find((field, place) => fields.indexOf(field) !== place);
  if (twice) throw unreadable(`There are two columns ${COLUMNS[twice]}. Keep one of them.`);
  if (!fields.includes("sku")) throw noSkuColumn();
  const deleteAt = isOurs ? head.indexOf(DELETE) : -1;

  async function* rows(): AsyncGenerator<SheetRow> {
    const turn = takingTurns();
    let [place, found] = [0, 0];
    for await (const record of records(text, delimiter)) {
      place += 1;
      await turn();
      const isEmpty = record.every((cell) => cell.trim() === "");
      if (!isEmpty && place > 1) found += 1;
      if (found > MOST_ROWS || place > MOST_LINES)
        throw unreadable(`The file has more than ${MOST_ROWS.toLocaleString("en-US")} rows. Please split it.`);
      if (isEmpty || place === 1) continue;
      const cells = Object.fromEntries(
        columns.flatMap((field, at) => (field ? [[field, cellOf(field, record[at] ?? "")]] : [])),
      ) as Partial<Cells>;
      yield {
        row: place,
        cells,
        deletes: record[deleteAt] === YES,
        tooLong: record.slice(head.length).some((cell) => cell.trim() !== ""),
      };
    }
    if (found === 0) throw emptyCsv();
  }

  return {
    fields,
    unknown: head
      .filter((heading, at) => columns[at] === null && at !== deleteAt && heading.trim() !== "")
      .map((heading) => heading.trim().slice(0, LONGEST_HEADING)),
    rows,
  };
}

async function headOf(text: string, delimiter: string): Promise<string[]> {
  for await (const record of records(text, delimiter)) return record;
  return [];
}

const cellOf = (field: ColumnField, cell: string) => (FIGURES.has(field) ? withDecimalPoint(read(cell)) : read(cell));

const [QUOTE, LINE_FEED, CARRIAGE_RETURN] = ['"', "\n", "\r"].map((sign) => sign.charCodeAt(0));

/**
 * Whether a row has more cells than any table: counted before it is taken apart, since that takes seconds for
 * millions of cells. Where quotation marks stand in wrong places this counts otherwise than the parser, which then
 * stops there.
 */
function isTooWide(text: string, delimiter: string, rows = Infinity): boolean {
  const sign = delimiter.charCodeAt(0);
  let [quoted, cells, row] = [false, 1, 0];
  for (let at = 0; at < text.length && row < rows; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) quoted = !quoted;
    else if (quoted) continue;
    else if (code === sign) {
      cells += 1;
      if (cells > MOST_COLUMNS) return true;
    } else if (code === LINE_FEED || code === CARRIAGE_RETURN) {
      cells = 1;
      row += 1;
    }
  }
  return false;
}

/** The sign that makes the most of our headings out of the first line. */
async function delimiterOf(text: string): Promise<string> {
  const known = async (delimiter: string) => {
    const [head = []] = await parsed(text, { delimiter, to: 1 });
    return { delimiter, found: head.filter((heading) => columnOf(heading) !== null).length };
  };
  const found = await Promise.all(DELIMITERS.map(known));
  return found.reduce((best, next) => (next.found > best.found ? next : best)).delimiter;
}

/** Characters that are taken apart before somebody else gets a turn. */
const AT_ONCE = 16 * 1024;

async function* inSteps(text: string): AsyncGenerator<string> {
  const turn = takingTurns();
  for (let at = 0; at < text.length; at += AT_ONCE) {
    await turn();
    yield text.slice(at, at + AT_ONCE);
  }
}

async function* records(text: string, delimiter: string): AsyncGenerator<string[]> {
  const { CsvError, parse } = await import("csv-parse");
  try {
    // One more than may be.
    const parser = Readable.from(inSteps(text)).pipe(
      parse({
        delimiter,
        record_delimiter: LINE_ENDS,
        max_record_size: LONGEST_ROW,
        relax_column_count: true,
        to: MOST_LINES + 1,
      }),
    );
    for await (const record of parser) yield record as string[];
  } catch (error) {
    if (error instanceof CsvError)
      throw unreadable(
        `The file cannot be read from line ${String(error["lines"] ?? 1)} on. Quotation marks inside a cell must be doubled.`,
      );
    throw error;
  }
}

async function parsed(text: string, options: { delimiter: string; to: number }): Promise<string[][]> {
  if (isTooWide(text, options.delimiter, options.to)) return [];
  const { parse } = await import("csv-parse/sync");
  try {
    return parse(text, {
      ...options,
      record_delimiter: LINE_ENDS,
      max_record_size: LONGEST_ROW,
      relax_column_count: true,
    });
  } catch {
    // Not the sign between its cells; whether it can be read at all is seen with the one that is chosen.
    return [];
  }
}
