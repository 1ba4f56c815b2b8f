import { Readable } from "node:stream";
import { Refusal } from "~/platform/refusal";
import { takingTurns } from "~/platform/turns";

/* The text of a CSV, parsed into records of cells. */

const DELIMITERS = [",", ";", "\t"];
const LINE_ENDS = ["\r\n", "\n", "\r"];
/** Far more columns than any shop system writes. */
const MOST_COLUMNS = 200;
/** In characters. The longest text of a product has five thousand. */
const LONGEST_ROW = 256 * 1024;
/** The headings are within this many records: a title, an address or empty rows may come before them. */
const HEAD_WITHIN = 20;

export const unreadable = (message: string) => new Refusal(422, [{ message, code: "unreadable_csv", field: "file" }]);

/** Refuses a row with more cells than any table has, before it is parsed. */
export function requireNarrow(text: string, delimiter: string): void {
  if (isTooWide(text, delimiter))
    throw unreadable(`A row of the file has more than ${MOST_COLUMNS} cells. Please keep the columns that we know.`);
}

const [QUOTE, LINE_FEED, CARRIAGE_RETURN] = ['"', "\n", "\r"].map((sign) => sign.charCodeAt(0));

/**
 * Whether a row has more cells than any table. Counted before parsing, because parsing millions of cells takes seconds.
 * With misplaced quotation marks, the count differs from the parser's, but the parser then stops there.
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

const SEPARATOR_LINE = /^sep=([,;\t|])(?:\r\n|\r|\n)/i;

/** A text without the line in which Excel names the delimiter, and that delimiter. Null without such a line. */
export function withoutSeparatorLine(text: string): { rest: string; delimiter: string | null } {
  const [line = "", delimiter = null] = SEPARATOR_LINE.exec(text) ?? [];
  return { rest: text.slice(line.length), delimiter };
}

/**
 * The first records of a text, parsed with the delimiter that gives them the highest value.
 * @param valueOf the value of a record, such as the number of its headings that are known
 */
export async function firstRecords(
  text: string,
  forced: string | null,
  valueOf: (record: string[]) => number,
): Promise<{ delimiter: string; head: string[]; at: number }> {
  const readings = await Promise.all(
    (forced === null ? DELIMITERS : [forced]).map(async (delimiter) => {
      const first = await parsed(text, { delimiter, to: HEAD_WITHIN });
      // A mistake further down is reported when the rows are read.
      const sampleRows = first.length > 0 ? first : await parsed(text, { delimiter, to: 1 });
      const values = sampleRows.map(valueOf);
      const value = Math.max(0, ...values);
      const at = value > 0 ? values.indexOf(value) : 0;
      return { delimiter, head: sampleRows[at] ?? [], at, value };
    }),
  );
  return readings.reduce((best, next) => (next.value > best.value ? next : best));
}

/** Characters that are parsed before other work gets a turn. */
const AT_ONCE = 16 * 1024;

async function* inSteps(text: string): AsyncGenerator<string> {
  const turn = takingTurns();
  for (let at = 0; at < text.length; at += AT_ONCE) {
    await turn();
    yield text.slice(at, at + AT_ONCE);
  }
}

/** Every record of a text, up to `limit`. Refuses `unreadable_csv` when it comes to a part that is no CSV. */
export async function* records(text: string, delimiter: string, limit: number): AsyncGenerator<string[]> {
  const { CsvError, parse } = await import("csv-parse");
  try {
    const parser = Readable.from(inSteps(text)).pipe(
      parse({
        delimiter,
        record_delimiter: LINE_ENDS,
        max_record_size: LONGEST_ROW,
        relax_column_count: true,
        to: limit,
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
  } catch (error) {
    if (!/^(CSV|INVALID)_/.test(String((error as { code?: unknown }).code))) throw error;
    // This is not the file's delimiter. Reading with the chosen delimiter shows whether the file can be read at all.
    return [];
  }
}
