import { REQUIRED, WRONG_FORM } from "~/features/products/fields-schema";
import { columnLetters } from "~/platform/workbooks/column-letters";
import type { ImportRow } from "./schema";
import { FIELDS, COLUMNS, type Cells, type ColumnField } from "./sheet.server";

/* Errors of a row, with the cell that each is about, its value, and what to do. */

const LONGEST_SHOWN = 80;
/** A cell as a message quotes it. */
export const brief = (text: string) => (text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN - 1)}…` : text);

type RowError = ImportRow["errors"][number];

const AMOUNT = "Write an amount with a point or a comma before the cents, such as 3.50.";
const WHOLE = "Write a whole number, such as 12.";
const SIZE = "Write a number, such as 12.5.";
/** By column: what to write if the value has the wrong form. */
const REMEDIES: Partial<Record<ColumnField, string>> = {
  amount: AMOUNT,
  vatAmount: AMOUNT,
  kiloPrice: AMOUNT,
  marginPercent: WHOLE,
  quantity: WHOLE,
  barcode: "Write its digits alone, such as 4006381333931.",
  discountPercentage: "Write a percentage, such as 15.",
  weight: SIZE,
  height: SIZE,
  length: SIZE,
  width: SIZE,
};
/** By column: what to write into a cell that may not be empty. */
const EMPTY_REMEDIES: Partial<Record<ColumnField, string>> = {
  sku: "Write a code of yours that no other product has, such as BEAN-1.",
  title: "Write what the product is called.",
  description: "Write a sentence or two about the product.",
  category: "Write one of your store's categories.",
  size: "Write what the size is called, such as 5 kg.",
  seasonFrom: "Write the season's first day.",
  seasonUntil: "Write the season's last day.",
};
/** Columns that a new product must have. */
const OF_NEW = new Set<ColumnField>(["title", "description", "amount", "quantity", "barcode", "category"]);
const OF_MONEY = new Set<ColumnField>(["amount", "vatAmount", "kiloPrice"]);
const FORMULA_ERROR = /^#(?:[A-Z]{2,12}[!?]|N\/A|DIV\/0!|GETTING_DATA)/;
const CURRENCY = /(?![$])\p{Sc}|\b(?!USD)(?:EUR|GBP|CHF|CAD|AUD|NZD|JPY|SEK|NOK|DKK|PLN|CZK|HUF|RON|MXN|BRL|INR)\b/u;

function sentenceFor(field: ColumnField, cell: string, message: string): string {
  const [formulaError] = FORMULA_ERROR.exec(cell) ?? [];
  if (formulaError) return `The formula in this cell has the error ${formulaError}. Mend it, or type the value itself.`;
  const [currency] = OF_MONEY.has(field) ? (CURRENCY.exec(cell) ?? []) : [];
  if (currency) return `Prices here are in US dollars. Take out ${currency}, and write the price in dollars.`;
  if (cell === "" && (message === REQUIRED || message === WRONG_FORM)) {
    const remedy = EMPTY_REMEDIES[field] ?? REMEDIES[field];
    return remedy === undefined ? message : `This cell is empty. ${remedy}`;
  }
  return message === WRONG_FORM ? (REMEDIES[field] ?? message) : message;
}

type PlaceOf = (field: ColumnField) => number;

/** Columns that a new product needs according to the errors, and that the file lacks. */
export function missingColumns(errors: readonly RowError[], placeOf: PlaceOf): string[] {
  const missing = [...OF_NEW].filter((field) => placeOf(field) < 0).map((field): string => COLUMNS[field]);
  return missing.filter((heading) => errors.some(({ column }) => column === heading));
}

/** Headings as a sentence names them: `columns “Price” and “Title”`. */
export const columnsInWords = (headings: readonly string[]): string =>
  `${headings.length === 1 ? "column" : "columns"} ${inWords(headings.map((heading) => `“${heading}”`))}`;

const inWords = (names: readonly string[]) => new Intl.ListFormat("en-GB").format(names);

/**
 * The errors of a row, each with its cell, such as B7, and the cell's value. Columns that the file lacks become one
 * error, at the SKU: either the row is a new product, or its SKU is wrong.
 * @param placeOf the index of a column in the file, from 0; negative if the file has no such column
 */
export function locatedErrors(row: number, errors: RowError[], cells: Partial<Cells>, placeOf: PlaceOf): RowError[] {
  const missing = missingColumns(errors, placeOf);
  const present = errors.filter(({ column }) => !missing.includes(column));
  const unknownSku = {
    column: COLUMNS.sku,
    message: `You have no product with this SKU, and for a new one the file lacks the ${columnsInWords(missing)}. Correct the SKU, or add what is missing.`,
  };
  return (missing.length > 0 ? [...present, unknownSku] : errors).map((error) => {
    const field = FIELDS.find((one) => COLUMNS[one] === error.column);
    const place = field === undefined ? -1 : placeOf(field);
    if (field === undefined || place < 0) return error;
    const cell = cells[field] ?? "";
    return {
      ...error,
      message: sentenceFor(field, cell, error.message),
      cell: `${columnLetters(place)}${row}`,
      value: brief(cell),
    };
  });
}
