import { WRONG_FORM } from "~/features/products/fields-schema";
import { columnLetters } from "~/platform/workbooks/column-letters";
import type { ImportRow } from "./schema";
import { brief } from "./merge-cells.server";
import { FIELDS, COLUMNS, type Cells, type ColumnField } from "./sheet.server";

/* Errors of a row with the cell that they are about, what stands in it, and what to do. */

type RowError = ImportRow["errors"][number];

const AMOUNT = "Write an amount with a point or a comma before the cents, such as 3.50.";
const WHOLE = "Write a whole number, such as 12.";
const SIZE = "Write a number, such as 12.5.";
/** By column: what to write, where its form is wrong. */
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
const OF_MONEY = new Set<ColumnField>(["amount", "vatAmount", "kiloPrice"]);
const FORMULA_ERROR = /^#(?:[A-Z]{2,12}[!?]|N\/A|DIV\/0!|GETTING_DATA)/;
const CURRENCY = /(?![$])\p{Sc}|\b(?!USD)(?:EUR|GBP|CHF|CAD|AUD|NZD|JPY|SEK|NOK|DKK|PLN|CZK|HUF|RON|MXN|BRL|INR)\b/u;

function sentenceFor(field: ColumnField, cell: string, message: string): string {
  const [formulaError] = FORMULA_ERROR.exec(cell) ?? [];
  if (formulaError) return `The formula in this cell has the error ${formulaError}. Mend it, or type the value itself.`;
  const [currency] = OF_MONEY.has(field) ? (CURRENCY.exec(cell) ?? []) : [];
  if (currency) return `Prices here are in US dollars. Take out ${currency}, and write the price in dollars.`;
  return message === WRONG_FORM ? (REMEDIES[field] ?? message) : message;
}

/**
 * The errors of a row, each with its cell, such as B7, and the cell's value.
 * @param placeOf the place of a column in the file, from 0; less where the file has no such column
 */
export function locatedErrors(
  row: number,
  errors: RowError[],
  cells: Partial<Cells>,
  placeOf: (field: ColumnField) => number,
): RowError[] {
  return errors.map((error) => {
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
