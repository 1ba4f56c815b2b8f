import { createHash } from "node:crypto";
import type { ImportQuestion, QuestionCode } from "./schema";
import { COLUMNS, type ColumnField } from "./sheet.server";

/*
 * Questions about a row of a spreadsheet: both sides have changed a cell, or the spreadsheet may have spoilt it. Each
 * question has choices, and nothing is imported before all are answered.
 */

/** The merchant's choices, by question. */
export type Answers = ReadonlyMap<string, string>;

interface Asking {
  row: number;
  field: ColumnField;
  code: QuestionCode;
  message: string;
  /** The label of each choice. */
  choices: Record<string, string>;
  /** The values that the question is about. Other values make it another question. */
  about: string[];
}

/** A question with its answer. An answer that is none of its choices counts as none. */
export function questionOf({ row, field, code, message, choices, about }: Asking, answers: Answers): ImportQuestion {
  const digest = createHash("sha256").update(JSON.stringify(about)).digest("base64url").slice(0, 8);
  const question = `${row}-${field}-${code}-${digest}`;
  const answer = answers.get(question);
  return {
    question,
    code,
    column: COLUMNS[field],
    message,
    choices: Object.entries(choices).map(([choice, label]) => ({ choice, label })),
    answer: answer !== undefined && Object.hasOwn(choices, answer) ? answer : null,
  };
}

const FIGURE_OF_TWO_READINGS = /^(\d{1,3})[.,](\d{3})$/;

/** Asks whether `1.250` is one and a quarter or 1250. Null for a figure that has one reading. */
export function figureQuestion(row: number, field: "amount" | "quantity", cell: string, answers: Answers) {
  const [, whole, rest] = FIGURE_OF_TWO_READINGS.exec(cell) ?? [];
  if (whole === undefined || rest === undefined || whole === "0") return null;
  const decimal = `${whole}.${rest}`.replace(/\.?0+$/, "");
  const thousand = whole + rest;
  // A price has no more decimals than cents, and pieces are whole.
  const isDecimal = field === "amount" ? /^\d+(\.\d\d?)?$/.test(decimal) : /^\d+$/.test(decimal);
  // A price with more decimals than cents is left for the check to refuse.
  if (field === "amount" && !isDecimal) return null;
  const readings: Record<string, string> = { thousand, ...(isDecimal && { decimal }) };
  const question = questionOf(
    {
      row,
      field,
      code: "thousand_or_decimal",
      message: isDecimal
        ? `${cell} may be ${thousand} or ${decimal}. Choose one of them.`
        : `${cell} is read as ${thousand}. If that is wrong, correct the file and choose it again.`,
      choices: readings,
      about: [cell],
    },
    answers,
  );
  return { question, value: question.answer === null ? thousand : (readings[question.answer] ?? thousand) };
}

const SCIENTIFIC = /^\d([.,]\d+)?E\+?\d{1,3}$/i;
/** Whether a spreadsheet has shortened a long number: `4.00638E+12`. */
export const isScientific = (cell: string) => SCIENTIFIC.test(cell);

const MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mrz|mai|okt|dez)[a-z]*\\.?";
const DATES = [
  `\\d{1,4}[-. /]{1,2}${MONTH}(?:[-. /]\\d{2,4})?`,
  `${MONTH}[-. /]\\d{1,4}`,
  "\\d{1,2}([./-])\\d{1,2}\\1(?:\\d{2}|\\d{4})",
  "\\d{4}([-/.])\\d{1,2}\\1\\d{1,2}(?: 00:00(?::00)?)?",
].map((form) => new RegExp(`^${form}$`, "iu"));
/** Whether a cell reads like a date that a spreadsheet has made of a code: `Mar-05`, `01.02.2026`. */
export const isLikeDate = (cell: string) => DATES.some((date) => date.test(cell));

const DIGITS = /^\d+$/;
/** Whether one code is the other without its leading zeros. */
export const isWithoutZeros = (short: string, long: string) =>
  DIGITS.test(short) && DIGITS.test(long) && short.length < long.length && long.replace(/^0+/, "") === short;

/** The barcode that has lost its leading zero, recognised by its check digit. Null for any other cell. Source: GS1. */
export function barcodeWithZero(cell: string): string | null {
  if (!/^[1-9]\d*$/.test(cell) || ![7, 11].includes(cell.length)) return null;
  const sum = [...cell].toReversed().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0 ? `0${cell}` : null;
}
